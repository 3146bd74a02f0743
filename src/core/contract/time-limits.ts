/**
 * How long things may take, each within the one above it: a caller outlasts the call. All in milliseconds.
 *
 *   a command, as the page waits for it
 *     ├─ a command, as the worker works on it
 *     │    ├─ the disk
 *     │    └─ a turn of this tab before its own, and its own
 *     │         ├─ waiting for the turns of other tabs
 *     │         └─ an attempt: told to end, then no longer waited for
 *     │              ├─ the list of networks, where none is known
 *     │              └─ a request with its repetitions
 *     │                   └─ one try
 */

/** One try of a request, from the connection to the last byte of its body. */
export const TRY_LIMIT = 10_000
/** All tries of a request and the pauses between them. */
export const REQUEST_LIMIT = 13_000
/** When an attempt of a topic is told to end. */
export const ATTEMPT_LIMIT = 14_000
/** After an attempt is told to end, for any reason, callers wait this much longer for it. */
export const END_GRACE = 1_000
/**
 * Longest wait of an attempt for the list of networks: one try. If the list arrives later, the calls that failed without it
 * are repeated.
 */
export const NETWORKS_LIMIT = 10_000
/** Extra time for an attempt that had to wait for the list of networks, so that its own call has a whole try. */
export const NETWORKS_EXTRA = 6_000
/** The longest turn. */
export const TURN_LIMIT = ATTEMPT_LIMIT + NETWORKS_EXTRA + END_GRACE
/**
 * Longest wait for another tab's turn to end. A tab that died leaves its locks; one that the browser froze may keep
 * them, and after this long others go on without: compare-and-set keeps the data right.
 */
export const LOCK_LIMIT = TURN_LIMIT + 2_000
/** Longest pause that a server's Retry-After may impose. */
export const RETRY_AFTER_LIMIT = 600_000

/** Time between the worker's own deadline for a command and the page's. */
export const ANSWER_MARGIN = 1_000
/** Deadline of commands that need the disk: opening it plus one request that hangs, twice. */
export const DISK_DEADLINE = 15_000
/** Deadline of commands that ask two outside servers in turn and store the answers. */
export const LOOK_DEADLINE = DISK_DEADLINE + 2 * TRY_LIMIT
/** Deadline of making a link: load the code, read the store, ask the leading tab, wait for the relay. */
export const PAIR_DEADLINE = 2 * DISK_DEADLINE
/** Deadline of commands that take a turn. Another turn of this tab may run first, such as a fetch of older activity. */
export const TURN_DEADLINE = DISK_DEADLINE + 2 * (LOCK_LIMIT + TURN_LIMIT)
