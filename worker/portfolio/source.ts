/** What an account holds on its network. Source: GET /v1/account/{address}/balance. */
import { parseAccountId } from '../../src/core/caip.ts'
import { BillfoldError, hasCode, toErrorRecord } from '../../src/core/errors.ts'
import { PAGE_SIZE } from '../../src/core/list.ts'
import type { PortfolioHead, TokenRow } from '../../src/core/portfolio.ts'
import type { CreateSource, Known, ListSource } from '../context.ts'
import { path } from '../path.ts'
import { getChangedRanges } from './changed-ranges.ts'
import { type Balance, checkBalances } from './check-balances.ts'
import { readAmount, toPortfolio } from './rows.ts'

const LIFETIME = 30_000
/** Balance retries are allowed only this long after the last failure. Milliseconds. */
const PAUSE = 30_000
/** Tokens that a forced request names; keeps its URL short. */
const MOST_FORCED = 20
/** How a network's own coin is named among contracts. @see https://eips.ethereum.org/EIPS/eip-7528 */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const UNAVAILABLE = 'Token Balance Unavailable'

/** As it is kept: the checked items as JSON text, from which the rows are made anew. */
interface Stored {
  balances: string
  dropped: number
  fetchedAt: number
}

export const createPortfolioSource: CreateSource<'portfolio'> = (
  context,
  account,
): ListSource<PortfolioHead> => {
  const { clock, http, store } = context
  const { namespace, chainId, address } = parseAccountId(account)
  const key = `portfolio/${account}`
  const owner = `${namespace}:${address}`
  let rows: readonly TokenRow[] = []
  let prints: readonly string[] = []
  let head: PortfolioHead = emptyHead(0)
  let unsupported = false

  /** A version is larger than every one before, of the worker before this one too. */
  function show(balances: readonly Balance[], dropped: number): PortfolioHead {
    const next = toPortfolio(balances, chainId, context.config.locale)
    const nextPrints = next.rows.map(toPrint)
    const dirty = getChangedRanges(prints, nextPrints)
    const same = head.version > 0 && dirty.length === 0 && prints.length === nextPrints.length
    const version = same ? head.version : Math.max(head.version + 1, clock.now())
    rows = next.rows
    prints = nextPrints
    head = {
      version,
      since: head.version,
      dirty,
      total: rows.length,
      value: next.value,
      currency: 'USD',
      native: next.native,
      otherFrom: next.otherFrom,
      dropped: dropped + next.dropped,
    }
    return head
  }

  /** Undefined when there is nothing to name. */
  function getForceUpdate(): string | undefined {
    const native = namespace === 'eip155' ? [`${chainId}:${NATIVE}`] : []
    const tokens = rows.filter(({ kind }) => kind === 'token').map(({ id }) => id)
    return [...native, ...tokens].slice(0, MOST_FORCED).join(',') || undefined
  }

  async function fetchBalances(force: boolean, signal: AbortSignal): Promise<unknown> {
    unsupported = !(await context.isSupported(chainId, signal))
    if (unsupported) throw unsupportedError(chainId)
    const query = { currency: 'usd', chainId, forceUpdate: force ? getForceUpdate() : undefined }
    // Never retried by itself: the person sees the 30 s count down instead (T6).
    return http.get(path`/v1/account/${address}/balance`, query, { signal, retry: false })
  }

  return {
    key,
    owner,
    lifetime: LIFETIME,
    pauseAfterFailure: PAUSE,
    async load() {
      const stored = (await store.get(key))?.value as Stored | undefined
      if (!stored) return undefined
      const balances = JSON.parse(stored.balances) as Balance[]
      return { data: show(balances, stored.dropped), fetchedAt: stored.fetchedAt }
    },
    async fetch({ signal, force }): Promise<Known<PortfolioHead>> {
      try {
        const { balances, dropped } = checkBalances(await fetchBalances(force, signal), chainId)
        // Not one usable item is no empty account: what was known stays (T6).
        const given = balances.length + dropped
        if (given > 0 && !balances.some(isUsable)) throw unreadableError(given)
        const fetchedAt = clock.now()
        const text = JSON.stringify(balances)
        const value: Stored = { balances: text, dropped, fetchedAt }
        await store.write([{ key, owner, value, bytes: text.length }])
        return { data: show(balances, dropped), fetchedAt }
      } catch (error) {
        const passes = ['aborted', 'networks_unknown', 'network_unsupported'] as const
        if (passes.some((code) => hasCode(error, code))) throw error
        throw unavailableError(error)
      }
    },
    // Unknown is never shown as empty; a network that is not served has nothing to show (A158, T6).
    afterFailure: (data) => data ?? (unsupported ? emptyHead(clock.now()) : undefined),
    async page(index) {
      return { version: head.version, rows: rows.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE) }
    },
  }
}

function emptyHead(version: number): PortfolioHead {
  return {
    version,
    since: 0,
    dirty: [],
    total: 0,
    value: undefined,
    currency: 'USD',
    native: undefined,
    otherFrom: 0,
    dropped: 0,
  }
}

function toPrint(row: TokenRow): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

function unsupportedError(chainId: string): BillfoldError {
  return new BillfoldError('network_unsupported', UNAVAILABLE, {
    category: 'API_ERROR',
    context: { chainId },
  })
}

function isUsable(balance: Balance): boolean {
  return readAmount(balance) !== undefined
}

function unreadableError(dropped: number): BillfoldError {
  return new BillfoldError('bad_envelope', 'None of the balances is what was expected.', {
    category: 'DATA_PARSING_ERROR',
    context: { dropped },
  })
}

function unavailableError(error: unknown): BillfoldError {
  const { code, context } = toErrorRecord(error)
  return new BillfoldError('balance_unavailable', UNAVAILABLE, {
    category: 'API_ERROR',
    context: { ...context, reason: code },
    cause: error,
  })
}
