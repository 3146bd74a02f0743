/** The current allowances of an account's known approvals, from the network's node. */
import * as v from 'valibot'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import {
  caipAddress,
  count,
  decimals,
  defined,
  evmAddress,
  json,
  orAbsent,
  parseOrNone,
  text,
  units,
  type Untrusted,
} from '../../../src/core/contract/schemas.ts'
import type { Allowance, Allowances } from '../../../src/core/payments/allowance.ts'
import { plainText } from '../../../src/core/text/text.ts'
import { type Cached, type CreateSource, ownerOf } from '../../base/context.ts'
import { inParallel } from '../../base/in-parallel.ts'
import { keepNewest } from '../../base/keep-newest.ts'
import { openRpc } from '../../http/rpc.ts'
import type * as Evm from './fetch-allowance.ts'
import { findApprovals, type FoundApproval } from './find-approvals.ts'

/** Lifetime of the list. Milliseconds. */
const STALE_TIME = 60_000
/** Time limit for all requests of one fetch; it may be exceeded a little. Milliseconds. */
const LIMIT = 10_000
const WIDTH = 5
/** Upper limit of allowances in the list: as many as fit into one message. */
const MAX_LISTED = 100
/** Upper limit of an application's name, in characters. */
const MAX_APP_LENGTH = 32

export const createAllowancesSource: CreateSource<'allowances'> = (context, account) => {
  const { clock, store } = context
  const key = `allowances/${account}`

  return {
    staleTime: STALE_TIME,
    load: async () => parseOrNone(stored, (await store.get(key))?.value),
    async fetch({ signal }) {
      const { caipNetworkId, namespace } = parseCaipAddress(account)
      const rpc = namespace === 'eip155' ? openRpc(context, caipNetworkId, signal) : undefined
      if (!rpc) throw new BillfoldError('network_missing', 'This page has no RPC URL for this network.')
      const code = await context.load<typeof Evm>('evm')
      const end = clock.now() + LIMIT
      const { approvals, isPartial } = await findApprovals(context, account, code, signal)
      const fetchOne = async ({ app, ...approval }: FoundApproval) => {
        if (clock.now() > end) throw new BillfoldError('http_timeout', 'The network’s node is too slow.')
        const allowance = await code.fetchAllowance(rpc, account, approval)
        const name = plainText(app ?? '', MAX_APP_LENGTH)
        return allowance && { ...allowance, ...(name && { app: name }) }
      }
      const { found, failures } = await fetchAll(approvals, fetchOne, signal)
      // All requests failed: throw, so that the old data stays.
      if (failures.length > 0 && failures.length === approvals.length) throw failures[0]
      const allowances = found.slice(0, MAX_LISTED)
      const data: Allowances = {
        allowances,
        isPartial: isPartial || allowances.length < found.length,
        unread: failures.length,
      }
      const fetchedAt = clock.now()
      const text = JSON.stringify(data, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
      const record = { key, owner: ownerOf(account), value: { data: text, fetchedAt }, bytes: text.length }
      await keepNewest(store, record, fetchedAt)
      return { data, fetchedAt }
    },
  }
}

/** Fetches all allowances, in the order of the approvals. */
async function fetchAll(
  approvals: readonly FoundApproval[],
  fetchOne: (approval: FoundApproval) => Promise<Allowance | undefined>,
  signal: AbortSignal,
) {
  const found: (Allowance | undefined)[] = []
  const failures: unknown[] = []
  await inParallel(approvals, WIDTH, async (approval, at) => {
    try {
      found[at] = await fetchOne(approval)
    } catch (error) {
      if (signal.aborted) throw error
      failures.push(error)
    }
  })
  return { found: found.filter((one) => one !== undefined), failures }
}

const allowance: Untrusted<Allowance> = v.pipe(
  v.object({
    token: caipAddress,
    spender: evmAddress,
    app: orAbsent(text(100)),
    symbol: text(100),
    decimals: orAbsent(decimals),
    amount: units,
    balance: orAbsent(units),
  }),
  v.transform(defined),
)

const stored: Untrusted<Cached<Allowances>> = v.object({
  data: json(v.object({ allowances: v.array(allowance), isPartial: v.boolean(), unread: count })),
  fetchedAt: count,
})
