/**
 * Who got the tokens that were sent. Of those the history names the contract alone, so the network's node is asked for the
 * transactions, the newest first, and what they say is kept: it does not change.
 */
import { type CaipAddress, parseCaipAddress } from '../../src/core/caip.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { decodeCall } from '../transaction/decode-call.ts'
import { parseOrNone } from '../parse-or-none.ts'
import { readTransaction } from '../transaction/read-transaction.ts'
import { type CommandContext, ownerOf, type Store } from '../context.ts'
import { openRpc, type Rpc } from '../http/rpc.ts'

export interface TokenPayment {
  hash: string
  /** Milliseconds since 1970. */
  sentAt: number
}

/** Of which hash, in lower case, which address got something; empty for what moved nothing to anybody. */
type Receivers = Readonly<Record<string, string>>

/** So many are asked for at a time, so many at once, and for so long (milliseconds); the next time goes on. */
const MOST_ASKED = 20
const WIDTH = 5
const LIMIT = 3_000
/** Of all that are kept, the newest. */
const MOST_KEPT = 500

export type TokenContext = Pick<CommandContext, 'config' | 'clock' | 'http' | 'store' | 'signal'>

/** `payments`: of this account on this network, the newest first. What no node says is left out. */
export async function learnTokenReceivers(
  context: TokenContext,
  account: CaipAddress,
  payments: readonly TokenPayment[],
): Promise<readonly { address: string; sentAt: number }[]> {
  const kept = await readKept(context.store, account)
  const unknown = payments.filter(({ hash }) => kept[hash] === undefined).slice(0, MOST_ASKED)
  const learned = unknown.length > 0 ? await fetchAll(context, account, unknown) : {}
  if (Object.keys(learned).length > 0) await keep(context.store, account, learned)
  return payments.flatMap(({ hash, sentAt }) => {
    const address = learned[hash] ?? kept[hash]
    return address ? [{ address, sentAt }] : []
  })
}

async function fetchAll(
  context: TokenContext,
  account: CaipAddress,
  payments: readonly TokenPayment[],
): Promise<Receivers> {
  const { clock, signal } = context
  const { address, caipNetworkId } = parseCaipAddress(account)
  const rpc = openRpc(context, caipNetworkId, signal)
  const end = clock.now() + LIMIT
  const waiting = [...payments]
  const found: Record<string, string> = {}
  const ask = async () => {
    for (let next = waiting.shift(); next && clock.now() < end && !signal.aborted; next = waiting.shift()) {
      const receiver = await fetchReceiver(rpc, next.hash, address).catch(() => undefined)
      if (receiver !== undefined) found[next.hash] = receiver
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, ask))
  return found
}

async function fetchReceiver(
  rpc: Rpc | undefined,
  hash: string,
  address: string,
): Promise<string | undefined> {
  const said = await rpc?.('eth_getTransactionByHash', [hash])
  const transaction = readTransaction(said, hash, address)
  if (!transaction) return undefined
  const { input, from, to } = transaction
  if (input === '0x') return to ?? ''
  const call = decodeCall(input, from)
  return call?.kind === 'transfer' && call.from === from ? call.to : ''
}

async function readKept(store: Store, account: CaipAddress): Promise<Receivers> {
  return toReceivers((await store.get(toKey(account)).catch(() => undefined))?.value)
}

/** As a part of the history, with which it is counted and goes: where that was forgotten meanwhile nothing is written. */
async function keep(store: Store, account: CaipAddress, learned: Receivers): Promise<void> {
  const key = toKey(account)
  const entries = Object.entries({ ...(await readKept(store, account)), ...learned })
  const value = JSON.stringify(Object.fromEntries(entries.slice(-MOST_KEPT)))
  await store.update(`activity/${account}`, (stored) => {
    return stored && { put: [stored, { key, owner: ownerOf(account), value }] }
  })
}

function toKey(account: CaipAddress): string {
  return `activity/${account}/paid`
}

function toReceivers(text: unknown): Receivers {
  const value = parseOrNone(text)
  const entries = Object.entries(isRecord(value) ? value : {})
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => /^(0x[0-9a-f]{40})?$/.test(String(entry[1]))),
  )
}
