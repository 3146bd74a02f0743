/** The wallet requests of a swap, in their order: approvals, then the swap. */
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import type { PreparedSwap } from '../../src/core/payments/swap.ts'
import { formatQuote } from '../money/format-quote.ts'
import { Address } from '../components/whole-address.tsx'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { getLocale } from '../../src/base/locale.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { formatTokenAmount, formatUnit } from '../money/format-amount.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { texts } from './texts.ts'

interface StepsProps {
  account: ConnectedAccount
  prepared: PreparedSwap
  /** Number of approvals that are confirmed. */
  approved: number
}

export function Steps({ account, prepared, approved }: StepsProps) {
  const { draft, approvals, minimum, router, simulation } = prepared
  const { amount, from, to } = draft
  const all = approved + approvals.length + 1
  const cap = t(texts.capTitle, { amount: formatTokenAmount(amount, from) })
  const least = formatUnit(formatQuote(formatFull(minimum, to.decimals), getLocale(useShell())), to.symbol)
  const steps = [
    ...Array.from({ length: approved }, (_, at) => ({
      title: at === approved - 1 && approvals.length === 0 ? cap : texts.resetTitle,
      text: texts.capDone,
      isDone: true,
    })),
    ...approvals.map((one) => ({
      title: one.amount === 0n ? texts.resetTitle : cap,
      text: one.amount === 0n ? texts.resetText : texts.capText,
      isDone: false,
    })),
    { title: texts.swapStep, text: t(texts.swapText, { amount: least }), isDone: false },
  ]
  return (
    <div className="leaf" part="leaf">
      <h3 className="swap-steps-title">
        <Trans
          message={t(texts.signatures, { n: all, wallet: '{wallet}' })}
          {...({ wallet: <bdi>{nameWallet(account.connector)}</bdi> } as object)}
        />
      </h3>
      <ol className="swap-steps">
        {steps.map(({ title, text, isDone }, at) => (
          <li
            key={at}
            className={isDone ? 'done' : at === approved ? 'next' : undefined}
            aria-current={at === approved ? 'step' : undefined}
          >
            <span className="count">{isDone ? <Icon name="check" size={16} /> : at + 1}</span>
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="crease" />
      <div className="pad">
        <div className="swap-router">
          <span>{texts.router}</span>
          {simulation.status === 'passed' && (
            <span className="good">
              <Icon name="check" size={16} />
              {texts.simulation}
            </span>
          )}
        </div>
        <Address address={router} />
      </div>
    </div>
  )
}
