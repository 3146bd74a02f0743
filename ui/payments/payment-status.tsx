/** The status of a payment that has a hash, with its amount, its receiver and a link to the explorer. */
import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useLayoutEffect } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { explorerLink } from '../../src/core/chains/explorer-link.ts'
import { isSeparate } from '../../src/core/payments/replacement.ts'
import { isOpen, isQueued, isRevocation, isWaiting, type SentRow } from '../../src/core/payments/sent.ts'
import type { Snack } from '../../src/base/snacks.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import { formatMoment } from '../../src/core/text/time.ts'
import leafCss from '../components/leaf.css?inline'
import { Address } from '../components/whole-address.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Orbit } from '../components/orbit.tsx'
import { formatUnit } from '../money/format-amount.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { listCancels, ReplaceActions } from './replace-actions.tsx'
import css from './sent-payment.css?inline'
import { texts } from './texts.ts'

addSheet(leafCss)
addSheet(css)

interface PaymentStatusProps {
  payment: SentRow
  /** Name of the receiver; absent if the person entered an address. */
  name?: string | undefined
  /** Picture of the sent token. */
  iconUrl?: string | undefined
  /** Texts for a payment that is followed by another payment, such as the approval before a swap. */
  step?: { title: string; text: string; done: string }
  /** Whether the view closes by itself after a success. */
  isLeft?: boolean
  /** Further lines of facts. */
  children?: ReactNode
}

export function PaymentStatus({ payment, name, iconUrl, step, isLeft, children }: PaymentStatusProps) {
  useSignals()
  const { router, networks, locale, topic } = useShell()
  useSaidHere(payment.hash, isLeft)
  const { account, hash, kind, sentAt, out, to, replacedBy, executedBy } = payment
  const network = networks.find(({ caipNetworkId }) => account.startsWith(`${caipNetworkId}:`))
  // If no known transaction has the wallet's hash, link to the account in the explorer.
  const link =
    isQueued(payment) || isUnseen(payment)
      ? explorerLink(network, 'address', parseCaipAddress(account).address)
      : explorerLink(network, 'tx', replacedBy ?? executedBy ?? hash)
  const arrived = formatArrived(payment)
  const { payments = [] } = topic('sent', { account }).value.data ?? {}
  const { title, text } = step ?? describeStatus(payment, listCancels(payments, payment))
  return (
    <div className="body sent-payment">
      <Picture payment={payment} iconUrl={iconUrl} />
      <div role="status">
        <h3 className="heading">{title}</h3>
        <p className="lede">{text}</p>
      </div>
      <div className="leaf" part="leaf">
        <dl className="pad fact-list">
          <Fact name={texts.amount}>
            <bdi dir="ltr">{formatUnit(out.text, out.symbol)}</bdi>
          </Fact>
          {arrived && (
            <Fact name={texts.arrived}>
              <bdi dir="ltr">{formatUnit(arrived, out.symbol)}</bdi>
            </Fact>
          )}
          {children}
          <Fact name={texts.signed}>{formatMoment(sentAt, { locale: locale ?? 'en' })}</Fact>
          <Fact name={texts.hash}>
            <span className="sent-hash">
              <bdi className="mono" dir="ltr" title={hash}>
                {shortAddress(hash)}
              </bdi>
              <CopyButton text={hash} what="hash" />
            </span>
          </Fact>
        </dl>
        <div className="crease" />
        <div className="pad">
          <p className="sent-to">
            <span>{texts.receivers[kind]}</span>
            {name && <bdi>{name}</bdi>}
          </p>
          <Address address={to} />
        </div>
      </div>
      {isOpen(payment) && <p className="sent-note">{texts.checking}</p>}
      {!step && <ReplaceActions payment={payment} payments={payments} />}
      <div className="sent-answers">
        {link && (
          <ButtonLink href={link} icon="external">
            {texts.explorer}
          </ButtonLink>
        )}
        <Button kind="primary" onClick={router.goHome}>
          {step?.done ?? texts.done}
        </Button>
      </div>
    </div>
  )
}

/** Dismisses messages about this payment, since this view shows its status. */
function useSaidHere(hash: string, isLeft = false): void {
  const { snacks } = useShell()
  useLayoutEffect(
    () =>
      effect(() => {
        const snack = snacks.current.value
        if (snack && isAbout(snack, hash) && !(isLeft && snack.variant === 'success')) snacks.dismiss()
      }),
    [snacks, hash, isLeft],
  )
}

function isAbout({ message }: Snack, hash: string): boolean {
  return typeof message === 'object' && 'hash' in message && message.hash === hash
}

/** The amount that arrived, if it is not the reviewed amount. */
function formatArrived({ kind, status, out, received }: SentRow): string | undefined {
  if (kind !== 'send' || status !== 'mismatched' || received === undefined) return undefined
  const [whole = '', fraction = ''] = out.text.split('.')
  const digits = String(BigInt(whole + fraction))
  return formatFull(BigInt(received), fraction.length + out.units.length - digits.length)
}

/** Whether another transaction has used the payment's nonce, and no node could return that transaction. */
function isUnseen({ status, replacedBy }: SentRow): boolean {
  return status === 'replaced' && replacedBy === undefined
}

/** The status as a title and a text, in words for this kind of payment. */
function describeStatus(payment: SentRow, cancels: readonly SentRow[]): { title: string; text: string } {
  if (isOpen(payment) && cancels.some((one) => isOpen(one) && !isSeparate(one)))
    return { title: texts.cancelling, text: texts.cancellingText }
  const { kind, status } = payment
  if (formatArrived(payment)) return { title: texts.status[status], text: texts.arrivedLess }
  if (isUnseen(payment)) return { title: texts.status[status], text: texts.replacedUnseen }
  const words: typeof texts.ofRevocation = isRevocation(payment) ? texts.ofRevocation : texts.ofKind[kind]
  const { title = texts.status[status], text = texts.text[status] } = words[status] ?? {}
  return { title, text }
}

function Picture({ payment, iconUrl }: Pick<PaymentStatusProps, 'payment' | 'iconUrl'>) {
  const { status, out } = payment
  if (isWaiting(payment)) return <Orbit name={out.symbol} url={iconUrl} shape="round" state="waiting" />
  const isGood = status === 'confirmed'
  return (
    <span className={isGood ? 'sent-picture good' : 'sent-picture'}>
      <Icon name={isGood ? 'check' : 'warn'} size={32} />
    </span>
  )
}
