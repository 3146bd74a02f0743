/**
 * Time limits, in milliseconds. Each limit fits into the limit of its caller, so that the caller is still waiting when a
 * call reaches its own limit:
 *
 *   a command, as the page waits for it
 *     ├─ a command, as the worker works on it
 *     │    ├─ the disk
 *     │    └─ an earlier turn of this tab, then the command's own turn
 *     │         ├─ the wait for the turns of other tabs
 *     │         └─ an attempt: told to end first, abandoned later
 *     │              ├─ the list of networks, if it is not known yet
 *     │              └─ a request with its retries
 *     │                   └─ one try
 */

/** One try of a request, from the connection to the last byte of its body. */
export const TRY_LIMIT = 10_000
/** All tries of a request and the pauses between them. */
export const REQUEST_LIMIT = 13_000
/** Time after which an attempt of a topic is told to end. */
export const ATTEMPT_LIMIT = 14_000
/** An attempt that was told to end may take this much longer. Then its callers stop waiting. */
export const END_GRACE = 1_000
/**
 * Longest time that an attempt waits for the list of networks: one try. If the list arrives later, the calls that
 * failed without it are repeated.
 */
export const NETWORKS_LIMIT = 10_000
/** Extra time for an attempt that waited for the list of networks, so that its own call has the time of a full try. */
export const NETWORKS_EXTRA = 6_000
/** Longest time that a turn can take. */
export const TURN_LIMIT = ATTEMPT_LIMIT + NETWORKS_EXTRA + END_GRACE
/**
 * Longest time to wait until another tab's turn ends. A frozen tab may keep its lock. After this time, others go on
 * without the lock: compare-and-set keeps the data consistent.
 */
export const LOCK_LIMIT = TURN_LIMIT + 2_000
/** Longest pause that a server's Retry-After may impose. */
export const RETRY_AFTER_LIMIT = 600_000

/** How much earlier the worker's own deadline for a command is than the page's deadline. */
export const ANSWER_MARGIN = 1_000
/** Deadline of commands that need the disk: twice the time to open it plus one request that hangs. */
export const DISK_DEADLINE = 15_000
/** Deadline of commands that ask two servers, one after the other, and store the answers. */
export const LOOK_DEADLINE = DISK_DEADLINE + 2 * TRY_LIMIT
/** Deadline of creating a pairing link: load the code, read the store, ask the leading tab, wait for the relay. */
export const PAIR_DEADLINE = 2 * DISK_DEADLINE
/** Deadline of commands that need a turn. Another turn of this tab, such as a fetch of older activity, may come first. */
export const TURN_DEADLINE = DISK_DEADLINE + 2 * (LOCK_LIMIT + TURN_LIMIT)
