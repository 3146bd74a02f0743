/** The network fee and the simulation of a payment, as lines of a list of facts. */
import { nativeToken } from '../../src/core/assets/prices.ts'
import type { Simulation, TransferFee } from '../../src/core/payments/transfer.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { formatTokenAmount } from '../money/format-amount.ts'
import type { FormatFiat } from '../money/use-prices.ts'
import { t } from '../base/texts.ts'
import { texts } from './review-texts.ts'

interface FeeContext {
  account: Pick<ConnectedAccount, 'network' | 'caipNetworkId'>
  /** Knows the price of the native token, if there is one. */
  formatFiat: FormatFiat
}

interface FeeProps extends FeeContext {
  /** Base units of the native token. */
  units: bigint
}

/** A fee in dollars, or in the native token if that has no price. */
export function Fee({ account, formatFiat, units }: FeeProps) {
  const { shown, exact } = formatFee(units, { account, formatFiat })
  return (
    <bdi dir="ltr" title={exact}>
      {shown}
    </bdi>
  )
}

interface FeeFactProps extends FeeContext {
  fee: TransferFee | undefined
}

export function FeeFact({ fee, ...context }: FeeFactProps) {
  if (!fee) return <Fact name={texts.networkFee}>{texts.feeUnknown}</Fact>
  const max = formatFee(fee.max, context)
  return (
    <Fact name={texts.networkFee}>
      <Fee {...context} units={fee.expected} />
      {fee.max > fee.expected && (
        <span className="quiet" title={max.exact}>
          {t(texts.feeMost, { fee: max.shown })}
        </span>
      )}
    </Fact>
  )
}

function formatFee(units: bigint, { account, formatFiat }: FeeContext) {
  const nativeCurrency = account.network?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const exact = formatTokenAmount(units, nativeCurrency)
  return {
    shown: formatFiat(nativeToken(account.caipNetworkId), units, nativeCurrency.decimals) ?? exact,
    exact,
  }
}

/** Nothing for a simulation that failed: `Obstacle` explains that. */
export function SimulationFact({ simulation: { status } }: { simulation: Simulation }) {
  if (status === 'failed') return null
  return (
    <Fact name={texts.simulation}>
      {status === 'passed' ? (
        <span className="good">
          <Icon name="check" size={16} />
          {texts.simulated}
        </span>
      ) : (
        texts.notSimulated
      )}
    </Fact>
  )
}
