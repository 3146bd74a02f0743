/** The total value of accounts. An account whose value is unknown is listed beside the sum, and not counted as zero. */
import type { SeenValue } from '../base/seen.ts'
import type { PortfolioHead } from '../core/assets/portfolio.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { Snapshot } from '../core/contract/protocol.ts'

/** One account on one network. */
export interface Part {
  account: CaipAddress
  snapshot: Snapshot<PortfolioHead>
}

export interface Total {
  /** Sum of the known values in US dollars; undefined if none is known. */
  value: number | undefined
  /** Time of the oldest figure in the sum: milliseconds since 1970. */
  fetchedAt: number | undefined
  /** Parts without any answer so far, whose value is missing in the sum. */
  unknown: readonly Part[]
  /** Parts with outdated figures: the last attempt failed, or the figures are not fresh and older than `OLD`. */
  old: readonly Part[]
  /** Number of tokens without a price, which the sum leaves out. */
  unpriced: number
}

/** Age from which figures that are not `fresh` are outdated. Milliseconds. */
const OLD = 60_000

/** @param now milliseconds since 1970 */
export function addUp(parts: readonly Part[], now: number): Total {
  const known = parts.filter(isKnown)
  return {
    value: known.length > 0 ? sum(known.map(({ snapshot }) => snapshot.data?.value ?? 0)) : undefined,
    fetchedAt: known.length > 0 ? Math.min(...known.map(({ snapshot }) => snapshot.fetchedAt!)) : undefined,
    unknown: parts.filter((part) => !isKnown(part)),
    old: known.filter(({ snapshot }) => isOld(snapshot, now)),
    unpriced: sum(known.map(({ snapshot }) => snapshot.data?.unpriced ?? 0)),
  }
}

export interface Change {
  /** Change in US dollars. */
  by: number
  /** When the oldest of the previous figures was shown. Milliseconds since 1970. */
  since: number
}

/**
 * The change of the total since the last visit. Undefined unless both totals are complete and cover the same tokens: a
 * missing price or network must not look like a loss.
 */
export function getChange(
  parts: readonly Part[],
  getSeen: (account: CaipAddress) => SeenValue | undefined,
): Change | undefined {
  const changes: Change[] = []
  for (const { account, snapshot } of parts) {
    const seen = getSeen(account)
    const { data, fetchedAt } = snapshot
    if (!seen || !data || fetchedAt === undefined || data.unpriced !== seen.unpriced) return undefined
    changes.push({ by: (data.value ?? 0) - seen.value, since: seen.at })
  }
  if (changes.length === 0) return undefined
  return { by: sum(changes.map(({ by }) => by)), since: Math.min(...changes.map(({ since }) => since)) }
}

export function isOld({ status, fetchedAt = 0 }: Snapshot<unknown>, now: number): boolean {
  return status === 'failed' || (status !== 'fresh' && now - fetchedAt >= OLD)
}

/** Whether the value is known. An unsupported network has empty data without `fetchedAt`, so its value is unknown. */
function isKnown({ snapshot }: Part): boolean {
  return snapshot.data !== undefined && snapshot.fetchedAt !== undefined
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
