/** Warns that a token may not be the one that its symbol suggests. */
import type { SwapToken } from '../../src/core/payments/swap.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { Trans } from '../components/trans.tsx'
import { t } from '../base/texts.ts'
import { Alert } from '../payments/alert.tsx'
import { texts as unverifiedTexts } from '../unverified/texts.ts'
import { texts } from './texts.ts'

/** Why the token is doubtful; undefined if it is not. */
export function formatDoubt({ unverified, symbol }: SwapToken): string | undefined {
  if (!unverified) return undefined
  const { reason, imitates = symbol } = unverified
  if (reason === 'shared') return t(texts.sharedSymbol, { symbol: imitates })
  return reason === 'imitation'
    ? t(texts.unknownContract, { symbol: imitates })
    : unverifiedTexts.reasons[reason]
}

/** A warning above the amounts, with the contract to compare. */
export function TokenDoubt({ token }: { token: SwapToken | undefined }) {
  const text = token && formatDoubt(token)
  if (!text) return null
  const { address } = parseCaipAddress(token.token)
  return (
    <Alert look="warn" title={text}>
      <Trans
        message={texts.doubtText}
        contract={
          <bdi className="mono" dir="ltr" title={address}>
            {shortAddress(address)}
          </bdi>
        }
      />
    </Alert>
  )
}
