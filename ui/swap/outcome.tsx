/** It has a hash, or its limit has: what is known of it, until the network has said what became of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { shortAddress } from '../../src/core/address.ts'
import { formatFull } from '../../src/core/amount.ts'
import { explorerLink } from '../../src/core/explorer-link.ts'
import { isOpen, type SentStatus, type SentTransaction } from '../../src/core/sent.ts'
import type { PreparedSwap } from '../../src/core/swap.ts'
import type { SwapState } from '../../src/payments/create-swap.ts'
import { formatQuote } from '../buy/format-quote.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Orbit } from '../components/orbit.tsx'
import { getLocale } from '../send/form.ts'
import { sayAmount, sayUnit } from '../send/say-amount.ts'
import { useShell } from '../shell-context.ts'
import { say } from '../texts.ts'
import { texts } from './texts.ts'

interface OutcomeProps {
  prepared: PreparedSwap
  sent: SentTransaction
  limited: number
}

export function Outcome({ prepared, sent, limited }: OutcomeProps) {
  useSignals()
  const shell = useShell()
  const { account } = shell
  const { to, from, amount } = prepared.draft
  const status = useStatus(sent)
  const [title, text] = texts.outcomes[status]
  const state = account.value
  const wallet = state.status === 'connected' ? state.connector.name : ''
  const locale = getLocale(shell)
  return (
    <div className="body swap swap-outcome">
      {status === 'confirmed' ? (
        <span className="swap-done">
          <Icon name="check" />
        </span>
      ) : (
        <Orbit
          name={to.symbol}
          url={to.iconUrl}
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
          <Fact name={texts.paid}>
            <bdi dir="ltr">{sayUnit(sent.out.text, sent.out.symbol)}</bdi>
          </Fact>
          <Fact name={texts.least}>
            <bdi dir="ltr" title={sayAmount(prepared.minimum, to)}>
              {sayUnit(formatQuote(formatFull(prepared.minimum, to.decimals), locale), to.symbol)}
            </bdi>
          </Fact>
          <Fact name={texts.quoted}>
            <bdi dir="ltr" title={sayAmount(prepared.expected, to)}>
              {sayUnit(formatQuote(formatFull(prepared.expected, to.decimals), locale), to.symbol)}
            </bdi>
          </Fact>
          {status === 'failed' && limited > 0 && (
            <Fact name={texts.limitLeft}>
              <bdi dir="ltr">{sayAmount(amount, from)}</bdi>
            </Fact>
          )}
          <Hash hash={sent.hash} />
        </dl>
      </div>
      {isOpen({ status }) && <p className="send-final">{texts.goesOn}</p>}
      <Answers sent={sent} words={texts.done} />
    </div>
  )
}

/** Until the network has said what became of a limit. */
export function Limiting({
  state: { sent, prepared },
}: {
  state: Extract<SwapState, { status: 'limiting' }>
}) {
  useSignals()
  const { from } = prepared.draft
  const isLate = useStatus(sent) === 'late'
  return (
    <div className="body swap swap-outcome">
      <Orbit name={from.symbol} url={from.iconUrl} shape="round" state="waiting" />
      <div role="status" className="center">
        <h3 className="heading">{isLate ? texts.limitingLate : texts.limiting}</h3>
        <p className="lede">{isLate ? texts.limitingLateText : texts.limitingText}</p>
      </div>
      <div className="leaf" part="leaf">
        <dl className="pad fact-list">
          <Fact name={texts.limit}>
            <bdi dir="ltr">{sayUnit(sent.out.text, sent.out.symbol)}</bdi>
          </Fact>
          <Hash hash={sent.hash} />
        </dl>
      </div>
      <p className="send-final">{texts.goesOn}</p>
      <Answers sent={sent} words={texts.toAccount} />
    </div>
  )
}

function Hash({ hash }: { hash: string }) {
  return (
    <Fact name={texts.hash}>
      <span className="swap-hash">
        <bdi className="mono" dir="ltr" title={hash}>
          {shortAddress(hash)}
        </bdi>
        <CopyButton text={hash} what="Transaction hash" />
      </span>
    </Fact>
  )
}

function Answers({ sent, words }: { sent: SentTransaction; words: string }) {
  const { networks, router } = useShell()
  const network = networks.find(({ caipNetworkId }) => sent.account.startsWith(`${caipNetworkId}:`))
  const explorer = explorerLink(network, 'tx', sent.hash)
  return (
    <div className="send-answers even">
      {explorer && (
        <ButtonLink href={explorer} icon="external">
          {texts.explorer}
        </ButtonLink>
      )}
      <Button kind="primary" onClick={router.goHome}>
        {words}
      </Button>
    </div>
  )
}

/** Reads the topic: whoever draws it starts with `useSignals()`. */
function useStatus({ account, hash }: SentTransaction): SentStatus {
  const rows = useShell().topic('sent', { account }).value.data?.payments
  return rows?.find((row) => row.hash === hash)?.status ?? 'pending'
}
