/** It has a hash: what is known of it, until the network has said what became of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { shortAddress } from '../../src/core/address.ts'
import { explorerLink } from '../../src/core/explorer-link.ts'
import { findSent, isOpen, type SentTransaction } from '../../src/core/sent.ts'
import type { PreparedTransfer } from '../../src/core/transfer.ts'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import { Address } from '../components/address.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Orbit } from '../components/orbit.tsx'
import { useShell } from '../shell-context.ts'
import { say } from '../texts.ts'
import { isShown } from './is-shown.ts'
import { sayUnit } from './say-amount.ts'
import { texts } from './texts.ts'

interface OutcomeProps {
  transfer: Transfer
  prepared: PreparedTransfer
  sent: SentTransaction
}

export function Outcome({ transfer, prepared, sent }: OutcomeProps) {
  useSignals()
  const shell = useShell()
  const { router, topic, networks, account } = shell
  const { token } = prepared.draft
  const rows = topic('sent', { account: sent.account }).value.data?.payments ?? []
  const { status, hash } = findSent(rows, sent.hash) ?? { status: 'pending', hash: sent.hash }
  const [title, text] = texts.outcomes[status]
  const state = account.value
  const wallet = state.status === 'connected' ? state.connector.name : ''
  const network = networks.find(({ caipNetworkId }) => sent.account.startsWith(`${caipNetworkId}:`))
  const explorer = explorerLink(network, 'tx', hash)
  // Tokens and what goes over Solana end on the account (A82); a message says there what became of them.
  const endsThere = status === 'confirmed' && (token?.kind === 'token' || sent.account.startsWith('solana:'))
  useEffect(() => {
    if (endsThere && isShown(shell, transfer)) router.goHome()
  }, [shell, router, transfer, endsThere])
  const icon = token && 'iconUrl' in token && typeof token.iconUrl === 'string' ? token.iconUrl : undefined
  return (
    <div className="body send send-outcome">
      {status === 'confirmed' ? (
        <span className="send-done">
          <Icon name="check" />
        </span>
      ) : (
        <Orbit
          name={sent.out.symbol}
          url={icon}
          shape="round"
          state={isOpen({ status }) ? 'waiting' : 'ended'}
        />
      )}
      <div role="status" className="center">
        <h3 className="heading">{title}</h3>
        <p className="lede">{say(text as (typeof texts.outcomes.replaced)[1], { wallet })}</p>
      </div>
      <div className="leaf" part="leaf">
        <dl className="pad fact-list">
          <Fact name={texts.sentAmount}>
            <bdi dir="ltr">{sayUnit(sent.out.text, sent.out.symbol)}</bdi>
          </Fact>
          <Fact name={texts.hash}>
            <span className="send-hash">
              <bdi className="mono" dir="ltr" title={hash}>
                {shortAddress(hash)}
              </bdi>
              <CopyButton text={hash} what="Transaction hash" />
            </span>
          </Fact>
        </dl>
        <div className="crease" />
        <div className="pad">
          <div className="send-to">
            <span className="quiet">{texts.to}</span>
            {prepared.receiver.name && <bdi>{prepared.receiver.name}</bdi>}
          </div>
          <Address address={sent.to} />
        </div>
      </div>
      {isOpen({ status }) && <p className="send-final">{texts.goesOn}</p>}
      <div className="send-answers even">
        {explorer && (
          <ButtonLink href={explorer} icon="external">
            {texts.explorer}
          </ButtonLink>
        )}
        <Button kind="primary" onClick={router.goHome}>
          {texts.done}
        </Button>
      </div>
    </div>
  )
}
