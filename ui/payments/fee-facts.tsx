/** Lines of a fact list: the network fee and the simulation of a payment. */
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
  /** Formats amounts of the native token in dollars. */
  formatFiat: FormatFiat
}

interface FeeProps extends FeeContext {
  /** The fee in base units of the native token. */
  units: bigint
}

/** A fee in dollars; in the native token if its price is unknown. */
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

/** The result of the simulation. Shows nothing if it failed, since `Obstacle` explains that. */
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
