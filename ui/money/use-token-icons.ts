import { type CaipAddress, toCaipKey } from '../../src/core/chains/caip.ts'
import { useTokens } from './use-tokens.ts'

/** Pictures of the tokens that the account holds, except unverified ones. Without a token: of the native token. */
export function useTokenIcons(account: CaipAddress): (token?: CaipAddress) => string | undefined {
  const tokens = useTokens(account)
  const main = tokens.status === 'known' ? tokens.main : []
  return (token) =>
    main.find(({ id, kind }) =>
      token ? toCaipKey(id as CaipAddress) === toCaipKey(token) : kind === 'native',
    )?.iconUrl
}
