import { type CaipAddress, toCaipKey } from '../../src/core/chains/caip.ts'
import { useTokens } from './use-tokens.ts'

/**
 * Returns a function that finds the picture of a token that the account holds; without a token, that of the native
 * token. Unverified tokens have none.
 */
export function useTokenIcons(account: CaipAddress): (token?: CaipAddress) => string | undefined {
  const tokens = useTokens(account)
  const main = tokens.status === 'known' ? tokens.main : []
  return (token) =>
    main.find(({ id, kind }) =>
      token ? toCaipKey(id as CaipAddress) === toCaipKey(token) : kind === 'native',
    )?.iconUrl
}
