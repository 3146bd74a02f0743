/**
 * A payment request of the page, until its outcome. Connecting, switching the network and signing in return to this
 * view.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { PagePayment } from '../../src/shell/page-payment.ts'
import leafCss from '../components/leaf.css?inline'
import { Button } from '../components/button.tsx'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { addSheet } from '../base/sheets.ts'
import { useCommand } from '../base/use-command.ts'
import type { ViewDefinition } from '../base/view.ts'
import { isOfNamespace } from '../../src/wallets/is-of-namespace.ts'
import { ExpiredNotice } from '../payments/review.tsx'
import { TransferReview } from '../send/transfer-review.tsx'
import { OtherNetwork, OtherWallet } from './obstacles.tsx'
import { Payer } from './payer.tsx'
import { Requester, RequestedPayment } from './request.tsx'
import css from './pay.css?inline'
import { texts } from './texts.ts'
import { useRecipientName } from './use-recipient-name.ts'
import { canReach } from '../networks/network-list.tsx'
import { canWalletSend } from '../../src/wallets/can-send.ts'

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'Pay'> = {
  title: () => texts.title,
  next: ['Connect', 'SwitchNetwork', 'Account'],
  View: Pay,
}

function Pay() {
  useSignals()
  const payment = useShell().pagePayment.value
  const isGone = !payment || (payment.isOver.value && !payment.mayBeSent.value)
  return isGone ? <ExpiredNotice /> : <Payment payment={payment} />
}

function Payment({ payment }: { payment: PagePayment }) {
  useSignals()
  const shell = useShell()
  const { network, request } = payment
  const payer = shell.accounts.value.find((one) => isOfNamespace(one, network))
  const isThere = payer?.caipNetworkId === request.caipNetworkId
  const active = shell.account.value
  const isActive = active.status === 'connected' && active.caipAddress === payer?.caipAddress
  const name = useRecipientName(payment)
  const { caipNetworkId, asset } = request
  const token = useCommand('tokenFacts', { caipNetworkId, asset }, 0)

  // Make the paying account the active account, which the review uses.
  useEffect(() => {
    if (isThere && !isActive) shell.setActive(network.chainNamespace)
  }, [shell, network, isThere, isActive])

  /** Opens the connect views, which return here afterwards. */
  function connect(): void {
    const { start } = payment
    if (start === 'Connect') shell.router.push(start, { namespace: network.chainNamespace, network })
    else shell.router.push(start)
  }

  const { transfer } = payment
  if (transfer && payment.mayBeSent.value)
    return (
      <TransferReview
        transfer={transfer}
        draft={payer?.caipAddress === transfer.draft.account ? transfer.draft : undefined}
        change={{ words: texts.doNotPay, go: shell.close }}
        exit={{ words: texts.close, go: shell.close }}
        nameAction={(what) => t(texts.pay, { what })}
        head={<Requester payment={payment} />}
        name={name}
      />
    )
  const head = <Requester payment={payment} />
  if (payer && isThere && canWalletSend(payer))
    return <Payer payment={payment} payer={payer} token={token} name={name} head={head} isActive={isActive} />
  return (
    <div className="body send">
      {head}
      <RequestedPayment payment={payment} token={token} name={name} />
      {!payer ? (
        <Button kind="primary" busy={active.status === 'connecting'} onClick={connect}>
          {active.status === 'connecting' ? texts.connecting : texts.connect}
        </Button>
      ) : isThere || !canReach(payer, network) ? (
        <OtherWallet payer={payer} network={network} isThere={isThere} onConnect={connect} />
      ) : (
        <OtherNetwork payer={payer} network={network} />
      )}
    </div>
  )
}
