/**
 * What was read of mined transactions, so that it is there offline too: a part of the account's history, with which it is
 * counted and goes. The newest are kept.
 */
import { type Approval, type ApprovalLimit, type TransactionFacts } from '../../src/core/activity.ts'
import type { CaipAddress } from '../../src/core/caip.ts'
import { MAX_DECIMALS } from '../../src/core/amount.ts'
import { ownerOf, type Store } from '../context.ts'
import { isCount, isRecord } from '../../src/core/shapes.ts'
import { parseOrNone } from '../parse-or-none.ts'

export interface KeptFacts {
  get(hash: string): Promise<TransactionFacts | undefined>
  put(hash: string, facts: TransactionFacts): Promise<void>
}

/** Transactions; about 600 bytes each. */
const MOST = 200

export function createKeptFacts(store: Store, account: CaipAddress): KeptFacts {
  const history = `activity/${account}`
  const key = `${history}/facts`
  // Without what is kept, the node is asked.
  const load = async () => readAll((await store.get(key).catch(() => undefined))?.value)

  return {
    get: async (hash) => (await load()).get(hash.toLowerCase()),
    async put(hash, facts) {
      const all = await load()
      all.delete(hash.toLowerCase())
      all.set(hash.toLowerCase(), facts)
      const value = writeAll([...all].slice(-MOST))
      // Where the history was forgotten meanwhile, nothing of it is written again.
      await store.update(history, (stored) => {
        return stored && { put: [stored, { key, owner: ownerOf(account), value }] }
      })
    },
  }
}

/** `[[hash, facts], …]`; amounts are decimal text. */
function writeAll(entries: readonly (readonly [string, TransactionFacts])[]): string {
  return JSON.stringify(entries, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function readAll(text: unknown): Map<string, TransactionFacts> {
  const all = new Map<string, TransactionFacts>()
  const entries = parseOrNone(text)
  for (const entry of Array.isArray(entries) ? entries : []) {
    const [hash, value] = Array.isArray(entry) ? (entry as unknown[]) : []
    const facts = readFacts(value)
    if (typeof hash === 'string' && facts) all.set(hash, facts)
  }
  return all
}

/** Undefined for what was not written here. */
function readFacts(value: unknown): TransactionFacts | undefined {
  if (!isRecord(value)) return undefined
  const { status, minedAt, approval } = value
  const fee = toAmount(value['fee'])
  const addresses = ['signer', 'from', 'to', 'token', 'contract'] as const
  const readApproved = approval === undefined ? undefined : readApproval(approval)
  const isWhole =
    value['isWhole'] === true &&
    (status === 'confirmed' || status === 'failed') &&
    isCount(minedAt) &&
    fee !== undefined &&
    addresses.every((name) => value[name] === undefined || isAddress(value[name])) &&
    (approval === undefined || readApproved)
  if (!isWhole) return undefined
  const facts: TransactionFacts = { isWhole: true, status, minedAt, fee }
  for (const name of addresses) if (value[name] !== undefined) facts[name] = value[name] as string
  if (readApproved) facts.approval = readApproved
  return facts
}

function readApproval(value: unknown): Approval | undefined {
  if (!isRecord(value) || !isAddress(value['spender'])) return undefined
  const { spender, symbol, limit } = value
  const readLimited = limit === undefined ? undefined : readLimit(limit)
  if (limit !== undefined && !readLimited) return undefined
  return {
    spender: spender as string,
    ...(typeof symbol === 'string' && symbol.length <= 100 ? { symbol } : {}),
    ...(readLimited ? { limit: readLimited } : {}),
  }
}

function readLimit(value: unknown): ApprovalLimit | undefined {
  if (!isRecord(value)) return undefined
  const { kind, tokenId, decimals } = value
  if (kind === 'unlimited' || kind === 'none' || kind === 'all') return { kind }
  if (kind === 'nft' && toAmount(tokenId) !== undefined) return { kind, tokenId: tokenId as string }
  const amount = toAmount(value['amount'])
  const isLimit = kind === 'amount' && amount !== undefined && isCount(decimals) && decimals <= MAX_DECIMALS
  return isLimit ? { kind, amount, decimals } : undefined
}

/** Digits of a uint256, and as many again for a fee. */
function toAmount(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^\d{1,160}$/.test(value) ? BigInt(value) : undefined
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}
