/** What a wallet is asked to sign, in its order: limits, and the swap behind them. */
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import type { PreparedSwap } from '../../src/core/payments/swap.ts'
import { formatQuote } from '../money/format-quote.ts'
import { Address } from '../components/whole-address.tsx'
import { Icon } from '../components/icon.tsx'
import { Say } from '../components/say.tsx'
import { getLocale } from '../base/locale.ts'
import { sayAmount, sayUnit } from '../money/say-amount.ts'
import { useShell } from '../base/shell-context.ts'
import { say } from '../base/texts.ts'
import { texts } from './texts.ts'

interface StepsProps {
  account: ConnectedAccount
  prepared: PreparedSwap
  /** How many limits are in a block already. */
  limited: number
}

export function Steps({ account, prepared, limited }: StepsProps) {
  const { draft, limits, minimum, router, simulation } = prepared
  const { amount, from, to } = draft
  const all = limited + limits.length + 1
  const limit = say(texts.limitTitle, { amount: sayAmount(amount, from) })
  const least = sayUnit(formatQuote(formatFull(minimum, to.decimals), getLocale(useShell())), to.symbol)
  const steps = [
    ...Array.from({ length: limited }, (_, at) => ({
      title: at === limited - 1 && limits.length === 0 ? limit : texts.resetTitle,
      text: texts.limitDone,
      isDone: true,
    })),
    ...limits.map((one) => ({
      title: one.amount === 0n ? texts.resetTitle : limit,
      text: one.amount === 0n ? texts.resetText : texts.limitText,
      isDone: false,
    })),
    { title: texts.swapStep, text: say(texts.swapText, { amount: least }), isDone: false },
  ]
  return (
    <div className="leaf" part="leaf">
      <h3 className="swap-steps-title">
        <Say
          message={
            all === 1 ? texts.signatures.one : say(texts.signatures.other, { n: all, wallet: '{wallet}' })
          }
          {...({ wallet: <bdi>{account.connector.name}</bdi> } as object)}
        />
      </h3>
      <ol className="swap-steps">
        {steps.map(({ title, text, isDone }, at) => (
          <li
            key={at}
            className={isDone ? 'done' : at === limited ? 'next' : undefined}
            aria-current={at === limited ? 'step' : undefined}
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
              {texts.simulation} {texts.simulated}
            </span>
          )}
        </div>
        <Address address={router} />
      </div>
    </div>
  )
}
