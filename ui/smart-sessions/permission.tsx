/** Puts a permission of a smart session into words: amount, contract and period. */
import type { PermittedFunction, SmartSessionPermission } from '../../src/core/assets/smart-session.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { formatTokenAmount, groupDigits } from '../money/format-amount.ts'
import { formatList, t } from '../base/texts.ts'
import { Trans } from '../components/trans.tsx'
import { texts } from './texts.ts'

interface PermissionProps {
  permission: SmartSessionPermission
  network: Pick<Network, 'nativeCurrency'>
  /** Tokens of the account, whose decimals and symbols are known. */
  tokens: readonly TokenRow[]
}

export function Permission({ permission, network, tokens }: PermissionProps) {
  switch (permission.kind) {
    case 'native':
      return <p>{describeSpending(permission, network.nativeCurrency)}</p>
    case 'token': {
      const token = tokens.find(({ contract }) => contract === permission.token)
      return <Contract words={describeSpending(permission, token)} address={permission.token} />
    }
    case 'nfts':
      return <Contract words={texts.nfts} address={permission.contract} />
    case 'contract': {
      const { contract, functions } = permission
      return (
        <>
          <Contract words={functions.length === 0 ? texts.callAny : texts.call} address={contract} />
          {functions.length > 0 && (
            <ul>
              {functions.map((one, at) => (
                <li key={at}>
                  <PermittedCall call={one} unit={network.nativeCurrency} />
                </li>
              ))}
            </ul>
          )}
        </>
      )
    }
    case 'calls': {
      const { count: n, period } = permission
      return <p>{period ? t(texts.callsEach, { n, every: formatEvery(period) }) : t(texts.calls, { n })}</p>
    }
    case 'unknown':
      return (
        <>
          <p>
            <bdi>{permission.type ? t(texts.unknownType, { type: permission.type }) : texts.unknown}</bdi>
          </p>
          <p className="second">{texts.unknownText}</p>
        </>
      )
  }
}

function Contract({ words, address }: { words: string; address: string }) {
  return (
    <>
      <p>{words}</p>
      <bdi className="mono whole" dir="ltr">
        {address}
      </bdi>
    </>
  )
}

type Unit = Pick<TokenRow, 'symbol' | 'decimals'>

/** From this amount on, a permission is unlimited. Applications ask for the largest uint256 or for a large part of it. */
const UNLIMITED = 2n ** 255n

/** @param unit symbol and decimals of the token; undefined if unknown */
function describeSpending(
  { amount, period }: Extract<SmartSessionPermission, { kind: 'native' | 'token' }>,
  unit: Unit | undefined,
): string {
  if (amount >= UNLIMITED) return t(texts.spendAny, { token: unit?.symbol ?? texts.someToken })
  const words = unit ? formatTokenAmount(amount, unit) : t(texts.units, { n: groupDigits(`${amount}`, 'en') })
  return period
    ? t(texts.spendEach, { amount: words, every: formatEvery(period) })
    : t(texts.spend, { amount: words })
}

function PermittedCall({ call, unit }: { call: PermittedFunction; unit: Unit }) {
  const name = (
    <bdi className="mono" dir="ltr">
      {call.name}
    </bdi>
  )
  const limits = listLimits(call, unit)
  if (limits.length === 0) return name
  return <Trans message={texts.functionLimits} {...{ name, limits: formatList(limits) }} />
}

function listLimits({ max, isConditional }: PermittedFunction, unit: Unit): string[] {
  const limits: string[] = []
  if (max === 0n) limits.push(t(texts.withNone, unit))
  else if (max !== undefined) limits.push(t(texts.withMost, { amount: formatTokenAmount(max, unit) }))
  if (isConditional) limits.push(texts.conditional)
  return limits
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A period in the largest unit that divides it. @param seconds at least 1 */
function formatEvery(seconds: number): string {
  const [unit, size] = units.find(([, one]) => seconds % one === 0)!
  const n = seconds / size
  return n === 1 ? texts.every[unit] : t(texts.every[`${unit}s`], { n })
}
