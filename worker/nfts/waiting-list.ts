/**
 * Tokens that moved to or from the account and wait to be checked. The newest token of each contract comes first, then
 * the second newest of each contract, and so on. So a flood from one contract does not delay the others.
 */
import * as v from 'valibot'
import type { Untrusted } from '../../src/core/contract/schemas.ts'
import type { MovedToken } from './chain.ts'

/**
 * Upper limits of waiting tokens: of one contract, and of all contracts. Without a limit, a stranger could fill the disk.
 */
export const MAX_OF_ONE = 1_000
export const MAX_WAITING = 5_000

const WAITING = /^(erc721|erc1155) (\d{1,15}) (0x[0-9a-f]{40})\/(\d{1,78})$/

/**
 * Makes the list. A token that moved several times occurs once, with its last move.
 * @returns `waiting`: the tokens to check, in order; `left`: the tokens beyond the limits
 */
export function toWaiting(tokens: readonly MovedToken[]): { waiting: MovedToken[]; left: MovedToken[] } {
  const newest = new Map<string, MovedToken>()
  for (const token of tokens) {
    const key = toKey(token)
    if (token.block >= (newest.get(key)?.block ?? -1)) newest.set(key, token)
  }
  const ofContract = new Map<string, number>()
  const ranked = [...newest.values()]
    .reverse()
    .sort((a, b) => b.block - a.block)
    .map((token) => {
      const rank = ofContract.get(token.contract) ?? 0
      ofContract.set(token.contract, rank + 1)
      return { token, rank }
    })
    .sort((a, b) => a.rank - b.rank)
  const fits = ranked.filter(({ rank }, at) => rank < MAX_OF_ONE && at < MAX_WAITING)
  const kept = new Set(fits)
  return {
    waiting: fits.map(({ token }) => token),
    left: ranked.filter((one) => !kept.has(one)).map(({ token }) => token),
  }
}

/** `contract/tokenId`. */
export function toKey({ contract, tokenId }: Pick<MovedToken, 'contract' | 'tokenId'>): string {
  return `${contract}/${tokenId}`
}

/** The stored form: `erc721 990 0xab…/12`. */
export function formatWaiting({ standard, block, contract, tokenId }: MovedToken): string {
  return `${standard} ${block} ${contract}/${tokenId}`
}

export const waitingText: Untrusted<MovedToken> = v.pipe(
  v.string(),
  v.regex(WAITING),
  v.transform((kept): MovedToken => {
    const [, standard, block, contract = '', tokenId = ''] = WAITING.exec(kept)!
    return { standard: standard as MovedToken['standard'], block: Number(block), contract, tokenId }
  }),
)
