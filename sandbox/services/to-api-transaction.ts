/** Converts an indexed transaction to the shape of the provider's API, as seen by one account. */
import { formatUnits, type Hex, toFunctionSelector } from 'viem'
import type { ApiTransaction, ApiTransfer, OperationType } from './api-types.ts'
import type { IndexedTransaction, Move } from '../chains/chain-index.ts'
import type { World } from '../chains/world.ts'
import { nativeCoin } from '../chains/tokens.ts'

export interface Telling {
  world: World
  /** CAIP-2. */
  chain: string
  /** Base URL of the pictures. */
  assetsUrl: string
}

export function toApiTransaction(
  transaction: IndexedTransaction,
  account: Hex,
  telling: Telling,
): ApiTransaction {
  const own = account.toLowerCase() as Hex
  const { hash, from, to, nonce, status, time } = transaction
  const moves = transaction.moves.filter((move) => move.from === own || move.to === own)
  const application = telling.world.applications.find(({ address }) => address.toLowerCase() === to)
  return {
    id: hash.slice(2, 34),
    metadata: {
      operationType: toOperation(transaction, moves, own, telling.world),
      hash,
      minedAt: new Date(time * 1000).toISOString(),
      sentFrom: from,
      sentTo: to ?? '',
      status,
      nonce,
      chain: telling.chain,
      application: application
        ? { name: application.name, iconUrl: assetUrl(telling, 'application', application.name) }
        : null,
    },
    transfers: moves.map((move) => toTransfer(move, own, telling)),
  }
}

export function assetUrl({ assetsUrl }: Pick<Telling, 'assetsUrl'>, kind: string, name: string): string {
  return `${assetsUrl}/assets/${kind}/${encodeURIComponent(name)}.svg`
}

const ZERO = '0x0000000000000000000000000000000000000000'

const bySelector: Record<Hex, OperationType> = {
  [toFunctionSelector('approve(address,uint256)')]: 'approve',
  [toFunctionSelector('setApprovalForAll(address,bool)')]: 'approve',
  [toFunctionSelector('trade(address,uint256,address,uint256)')]: 'trade',
  [toFunctionSelector('deposit(uint256,address)')]: 'deposit',
  [toFunctionSelector('withdraw(uint256,address,address)')]: 'withdraw',
  [toFunctionSelector('redeem(uint256,address,address)')]: 'withdraw',
}

function toOperation(
  { from, to, selector }: IndexedTransaction,
  moves: readonly Move[],
  own: Hex,
  world: World,
): OperationType {
  if (!to) return 'deploy'
  if (from !== own) return 'receive'
  const named = bySelector[selector]
  const ofApplication = world.applications.some(({ address }) => address.toLowerCase() === to)
  if (named === 'approve' || (named && ofApplication)) return named
  if (moves.length > 0 && moves.every((move) => move.from === ZERO)) return 'mint'
  if (moves.some((move) => move.from === own) || selector === '0x') return 'send'
  return 'execute'
}

function toTransfer(move: Move, own: Hex, telling: Telling): ApiTransfer {
  const direction = move.from === move.to ? 'self' : move.to === own ? 'in' : 'out'
  if (move.kind === 'nft') return toNftTransfer(move, direction, telling)
  const token =
    move.kind === 'native'
      ? nativeCoin
      : telling.world.tokens.find(({ address }) => address.toLowerCase() === move.contract)
  const numeric = formatUnits(move.amount, token?.decimals ?? 18)
  const price = token?.price || null
  return {
    fungible_info: token
      ? {
          name: token.name,
          symbol: token.symbol,
          icon: { url: assetUrl(telling, 'token', token.symbol) },
        }
      : null,
    nft_info: null,
    direction,
    quantity: { numeric },
    value: price === null ? null : Number(numeric) * price,
    price,
  }
}

function toNftTransfer(
  { contract, tokenId }: Extract<Move, { kind: 'nft' }>,
  direction: ApiTransfer['direction'],
  telling: Telling,
): ApiTransfer {
  const collection = telling.world.collections.find(({ address }) => address.toLowerCase() === contract)
  const url = `${telling.assetsUrl}/assets/nft/${contract}/${tokenId}.svg`
  return {
    fungible_info: null,
    nft_info: {
      name: `${collection?.name ?? 'NFT'} #${tokenId}`,
      content: { preview: { url, content_type: 'image/svg+xml' }, detail: null },
      flags: { is_spam: collection?.spam ?? false },
    },
    direction,
    quantity: { numeric: '1' },
    value: null,
    price: null,
  }
}
