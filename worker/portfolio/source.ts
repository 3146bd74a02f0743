/**
 * The source of an account's balances on its network: the wallet, if it reports them; otherwise GET
 * /v1/account/{address}/balance.
 */
import * as v from 'valibot'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import { withTimeout } from '../../src/core/base/wait.ts'
import { PAGE_SIZE } from '../../src/core/contract/list.ts'
import type { PortfolioHead, TokenRow } from '../../src/core/assets/portfolio.ts'
import type { CreateSource, Cached, ListSource } from '../base/context.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import { keepNewest } from '../base/keep-newest.ts'
import { path } from '../http/path.ts'
import { count, parseOrNone } from '../../src/core/contract/schemas.ts'
import { wrapFailure } from '../base/wrap-failure.ts'
import { getChangedRanges } from '../base/changed-ranges.ts'
import { type Balance, checkBalances, type CheckedBalances, parseBalances } from './check-balances.ts'
import { openRpc } from '../http/rpc.ts'
import type * as FromWallet from './from-wallet.ts'
import type * as Look from './account-reader.ts'
import { followChain } from './follow-chain.ts'
import { readAmount, toPortfolio } from './rows.ts'

const STALE_TIME = 30_000
/** Pause before the next request after a failure (A110). Milliseconds. */
const FAILURE_PAUSE = 30_000
/** Upper limit of tokens in a forced request, to keep its URL short. */
const MAX_FORCED = 20
/** How long to wait for a wallet's report. Milliseconds. */
const WALLET_LIMIT = 3_000
/** The address that stands for native tokens. @see https://eips.ethereum.org/EIPS/eip-7528 */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const UNAVAILABLE = 'Token Balance Unavailable'

export const createPortfolioSource: CreateSource<'portfolio'> = (
  context,
  account,
): ListSource<PortfolioHead> => {
  const { clock, http, store, tabs } = context
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  const key = `portfolio/${account}`
  const owner = `${namespace}:${address}`
  let rows: readonly TokenRow[] = []
  let fingerprints: readonly string[] = []
  let head: PortfolioHead = emptyHead(0)
  let unsupported = false
  /** The last parsed text and its result: most polls load the same text again. */
  let parsed: { text: string; balances: Balance[] } | undefined

  /** Makes the head of the list. A changed list gets a version above all earlier versions, also those of other workers. */
  function show(balances: readonly Balance[], dropped: number): PortfolioHead {
    const { locale, networks } = context.config
    const { balanceToken } = networks.find((network) => network.caipNetworkId === caipNetworkId) ?? {}
    const next = toPortfolio(balances, caipNetworkId, locale, balanceToken)
    const nextFingerprints = next.rows.map(toFingerprint)
    const dirty = getChangedRanges(fingerprints, nextFingerprints)
    const same = head.version > 0 && dirty.length === 0 && fingerprints.length === nextFingerprints.length
    const version = same ? head.version : Math.max(head.version + 1, clock.now())
    rows = next.rows
    fingerprints = nextFingerprints
    head = {
      version,
      since: head.version,
      dirty,
      total: rows.length,
      value: next.value,
      currency: 'USD',
      native: next.native,
      ...(next.named === undefined ? {} : { named: next.named }),
      otherFrom: next.otherFrom,
      unverifiedFrom: next.unverifiedFrom,
      unpriced: next.unpriced,
      dropped: dropped + next.dropped,
    }
    return head
  }

  /** Reads the stored balances. The stored form is JSON text, from which the rows are made. */
  function readStored(value: unknown): (CheckedBalances & { fetchedAt: number }) | undefined {
    const read = parseOrNone(storedBalances, value)
    if (read && parsed?.text !== read.balances) {
      const balances = parseBalances(read.balances, caipNetworkId)
      parsed = balances && { text: read.balances, balances }
    }
    return read && parsed && { ...read, balances: parsed.balances }
  }

  /** The tokens that a forced request names, separated by commas. Undefined if there are none. */
  function getForceUpdate(): string | undefined {
    const native = namespace === 'eip155' ? [`${caipNetworkId}:${NATIVE}`] : []
    const tokens = rows.filter(({ kind }) => kind === 'token').map(({ id }) => id)
    return [...native, ...tokens].slice(0, MAX_FORCED).join(',') || undefined
  }

  /** Asks the wallet for its assets. Undefined if the wallet fails, is slow, or returns an invalid answer. */
  async function askWallet(): Promise<unknown> {
    if (namespace !== 'eip155') return undefined
    try {
      const answer = await withTimeout(clock, WALLET_LIMIT, context.askWalletAssets(account))
      if (answer === undefined) return undefined
      return (await context.load<typeof FromWallet>('evm')).toBalances(answer, caipNetworkId)
    } catch {
      return undefined
    }
  }

  async function fetchBalances(force: boolean, signal: AbortSignal): Promise<unknown> {
    unsupported = !(await context.isSupported(caipNetworkId, signal))
    if (unsupported) throw unsupportedError(caipNetworkId)
    const query = {
      currency: 'usd',
      chainId: caipNetworkId,
      forceUpdate: force ? getForceUpdate() : undefined,
    }
    // Do not retry here: the topic retries after its pause, and the view shows the time of the retry (A110, T6).
    return http.client('api').get(path`/v1/account/${address}/balance`, query, { signal, retry: false })
  }

  return {
    staleTime: STALE_TIME,
    failurePause: FAILURE_PAUSE,
    async load() {
      const stored = readStored((await store.get(key))?.value)
      return stored && { data: show(stored.balances, stored.dropped), fetchedAt: stored.fetchedAt }
    },
    async fetch({ signal, force }): Promise<Cached<PortfolioHead>> {
      try {
        const answer = (await askWallet()) ?? (await fetchBalances(force, signal))
        const { balances, dropped } = checkBalances(answer, caipNetworkId)
        // If an answer has items but no valid one, the account may still have tokens: keep the known data (T6).
        const given = balances.length + dropped
        if (given > 0 && !balances.some(isUsable)) throw unreadableError(given)
        const fetchedAt = clock.now()
        const text = JSON.stringify(balances)
        const record = { key, owner, value: { balances: text, dropped, fetchedAt }, bytes: text.length }
        await keepNewest(store, record, clock.now())
        parsed = { text, balances }
        return { data: show(balances, dropped), fetchedAt }
      } catch (error) {
        const passes = ['aborted', 'networks_unknown', 'network_unsupported'] as const
        if (passes.some((code) => hasCode(error, code))) throw error
        throw wrapFailure('balance_unavailable', UNAVAILABLE, error)
      }
    },
    async follow(onTouched, signal) {
      const rpc = openRpc(context, caipNetworkId, signal)
      if (namespace !== 'eip155' || !rpc) return
      let ask: (() => Promise<string>) | undefined
      const look = async () =>
        (ask ??= (await context.load<typeof Look>('evm')).createAccountReader(rpc, address))()
      await followChain({ clock, tabs, key, look, onTouched, signal })
    },
    // If nothing is known, show an empty list only for a network that the API does not support (A158, T6).
    afterFailure: (data) => data ?? (unsupported ? emptyHead(clock.now()) : undefined),
    async page(index) {
      return {
        version: head.version,
        rows: rows.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE).map(withContract),
      }
    },
  }
}

const storedBalances = v.object({ balances: v.string(), dropped: count, fetchedAt: count })

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
    unverifiedFrom: 0,
    unpriced: 0,
    dropped: 0,
  }
}

/**
 * Adds the contract with checksum. Only for rows that are shown, since a checksum takes longer to compute than the rest
 * of a row.
 */
function withContract(row: TokenRow): TokenRow {
  if (row.kind === 'native') return row
  const address = row.id.slice(row.id.lastIndexOf(':') + 1)
  return { ...row, contract: /^0x[0-9a-f]{40}$/i.test(address) ? toChecksumAddress(address) : address }
}

function toFingerprint(row: TokenRow): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

function unsupportedError(caipNetworkId: string): BillfoldError {
  return new BillfoldError('network_unsupported', UNAVAILABLE, {
    category: 'API_ERROR',
    context: { caipNetworkId },
  })
}

function isUsable(balance: Balance): boolean {
  return readAmount(balance) !== undefined
}

function unreadableError(dropped: number): BillfoldError {
  return new BillfoldError('bad_envelope', 'None of the balances could be read.', {
    category: 'DATA_PARSING_ERROR',
    context: { dropped },
  })
}
