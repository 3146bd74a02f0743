/**
 * One purchase in a provider's window. The window reports nothing to the page: a purchase has arrived when the node
 * reports a larger balance of the token than at the start. The provider's own list of purchases is used only to notice
 * failed purchases.
 *
 *   opening ─┬─▶ unreachable
 *            ├─▶ open ──┬─▶ closed ─┐
 *            └─▶ blocked ┴──────────┼─▶ declined ─┐
 *                  cancelled ◀──────┼─▶ late ─────┼─▶ arrived
 */
import { type Signal, signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'
import { isSameOwner } from '../core/chains/caip.ts'
import { pageClock } from '../base/page-clock.ts'
import { type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { sleep, withTimeout } from '../core/base/wait.ts'
import type { OnRampPurchase } from '../core/payments/onramp.ts'
import type { OnRampProvider } from '../core/payments/onramp-providers.ts'
import type { Shell } from '../shell/shell.ts'
import { formatAmount } from '../core/text/amount.ts'

export interface PurchasePlan {
  provider: OnRampProvider
  /** The wallet's address with its checksum. */
  address: string
  symbol: string
  /** Networks where the purchase may arrive, the chosen network first. Several if the provider decides the network. */
  places: readonly [BuyOption, ...BuyOption[]]
  /** The chosen network at the provider. */
  network: string
  /** Whole US dollars. At most one of the two presets is set. Without a preset, the provider asks for the amount. */
  presetFiatAmount?: number
  /** Tokens, not base units; an integer. */
  presetCryptoAmount?: number
  /** The quoted token amount in tokens, as decimal text; absent without a quote. */
  expected?: string
}

/** A token on a network, with the account that receives it. */
export interface BuyOption {
  /** The receiving account: eip155 addresses in lower case. */
  account: CaipAddress
  /** CAIP-10. */
  token: CaipAddress
  /** Name of the network, for people. */
  networkName: string
}

export type PurchaseStatus =
  | 'opening'
  | 'unreachable'
  | 'open'
  | 'blocked'
  | 'closed'
  | 'declined'
  | 'late'
  | 'cancelled'
  | 'arrived'

export interface Purchase {
  plan: PurchasePlan
  status: PurchaseStatus
  /** The payment page; absent until it is known. */
  url?: string
  /** With `arrived`: the amount, for example `97.940 USDC`; only the symbol if the decimals are unknown. */
  amount?: string
  /** With `arrived`: the network's name. */
  arrivedOn?: string
  /** Why the provider cannot be reached; only with `unreachable`. */
  error?: ErrorRecord
}

/** Interval of balance checks: `PAUSE` at first, `LATE_PAUSE` once `WATCH` has passed. Milliseconds. */
const PAUSE = 4_000
const LATE_PAUSE = 15_000
const WATCH = 180_000
/** How long the balance is watched at most: tokens that arrive later are not attributed to this purchase. Milliseconds. */
const END = 3_600_000
const LOOK_AT_WINDOW = 500
/** How long the first balance check may delay the window. Milliseconds. */
const BASELINE_LIMIT = 3_000

const WINDOW = 'popup,width=600,height=800'

const purchases = new WeakMap<Shell, Signal<Purchase | undefined>>()
const running = new WeakMap<Shell, AbortController>()

/** The last purchase on this page; undefined: none. */
export function getPurchase(shell: Shell): Signal<Purchase | undefined> {
  let purchase = purchases.get(shell)
  if (!purchase) purchases.set(shell, (purchase = signal(undefined)))
  return purchase
}

/**
 * Opens the provider's window. Call it in the click handler, or the browser blocks the window. Stops watching the
 * previous purchase.
 * @param text shown in the window until the address of the payment page is known
 */
export function startPurchase(shell: Shell, plan: PurchasePlan, text: string): void {
  running.get(shell)?.abort()
  const controller = new AbortController()
  running.set(shell, controller)
  const popup = openWindow(text)
  const purchase = getPurchase(shell)
  purchase.value = { plan, status: 'opening' }
  void run(shell, purchase, popup, controller.signal)
}

/** Marks the purchase as cancelled. The balance is still watched, since a person who has paid still gets the tokens. */
export function cancelPurchase(shell: Shell): void {
  const purchase = getPurchase(shell)
  const now = purchase.peek()
  if (now && isUnderWay(now.status)) purchase.value = { ...now, status: 'cancelled' }
}

/** Whether the person still has to act in the provider's window. */
export function isUnderWay(status: PurchaseStatus): boolean {
  return status === 'opening' || status === 'open' || status === 'blocked'
}

/** Records that a link opened the window. The page cannot see when such a window is closed. */
export function markOpened(shell: Shell): void {
  const purchase = getPurchase(shell)
  const now = purchase.peek()
  if (now?.status === 'blocked') purchase.value = { ...now, status: 'open' }
}

/** Opens an empty window at once: browsers would block a window that opens later, when the address is known. */
function openWindow(text: string): Window | null {
  const popup = window.open('', '_blank', WINDOW)
  try {
    if (!popup) return null
    // The provider's page must not reach this page. As a consequence, only the person can close that window.
    popup.opener = null
    popup.document.title = text
    popup.document.body.textContent = text
  } catch {
    // The browser forbids writing to the window: it stays empty.
  }
  return popup
}

async function run(
  shell: Shell,
  purchase: Signal<Purchase | undefined>,
  popup: Window | null,
  signal: AbortSignal,
): Promise<void> {
  const { plan } = purchase.peek()!
  const { provider, places: options, address, network, symbol, presetFiatAmount, presetCryptoAmount } = plan
  const [{ account }] = options
  const startedAt = Date.now()
  const change = (part: Partial<Purchase>) => {
    const now = purchase.peek()
    if (!signal.aborted && now) purchase.value = { ...now, ...part }
  }
  const status = () => purchase.peek()?.status ?? 'cancelled'

  const watches = options.map((option) => ({ watch: createWatch(shell, option, symbol) }))
  // The provider identifies the buyer by this exact text.
  const buyer = withChecksum(account, address)
  const readWord = createReadWord(shell, provider, buyer)
  try {
    const input = {
      provider: provider.name,
      account: buyer,
      network,
      symbol,
      presetFiatAmount,
      presetCryptoAmount,
    }
    const [url] = await Promise.all([
      shell.call('onRampUrl', input),
      withTimeout(
        pageClock,
        BASELINE_LIMIT,
        Promise.all([readWord(), ...watches.map(({ watch }) => watch.begin())]),
      ),
    ])
    if (signal.aborted || status() !== 'opening') return popup?.close()
    popup?.location.replace(url)
    change({ url, status: popup ? 'open' : 'blocked' })
  } catch (error) {
    popup?.close()
    return status() === 'opening' ? change({ status: 'unreachable', error: toErrorRecord(error) }) : undefined
  }

  const timer = setInterval(() => {
    if (popup?.closed && status() === 'open') change({ status: 'closed' })
  }, LOOK_AT_WINDOW)
  signal.addEventListener('abort', () => clearInterval(timer))

  while (!signal.aborted && Date.now() - startedAt < END) {
    const isLate = Date.now() - startedAt >= WATCH
    if (isLate && (isUnderWay(status()) || status() === 'closed')) change({ status: 'late' })
    await sleep(pageClock, isLate ? LATE_PAUSE : PAUSE, signal).catch(() => {})
    // Stop watching when another purchase has started or the account was disconnected.
    if (signal.aborted || !shell.accounts.peek().some((one) => isSameOwner(one.caipAddress, account))) break
    const [word, ...checks] = await Promise.all([readWord(), ...watches.map(({ watch }) => watch.check())])
    const at = checks.findIndex((came) => came !== undefined)
    const [came, option] = [checks[at], options[at]]
    if (came && option) {
      change({ status: 'arrived', amount: came, arrivedOn: option.networkName })
      announce(shell, option, came)
      break
    }
    if (word === 'failed' && status() !== 'cancelled') change({ status: 'declined' })
    // After a failed purchase, the list has a newer one: the person may have paid with another card in the same window.
    else if (word && word !== 'failed' && status() === 'declined')
      change({ status: popup?.closed ? 'closed' : 'open' })
  }
  clearInterval(timer)
}

/** Watches for an increase of the account's balance since the first check. A failed check changes nothing. */
function createWatch({ call, locale }: Shell, { account, token }: BuyOption, symbol: string) {
  /** The balance above which tokens have arrived. Undefined until it is known. */
  let least: bigint | undefined
  let last: bigint | undefined

  async function readArrived(): Promise<string | undefined> {
    const { amount, decimals } = await call('tokenBalance', { account, token })
    const before = last
    last = amount
    least ??= amount
    // If the account spends tokens meanwhile, lower `least`, so that the spending does not hide an arrival. Do so only
    // after two lower answers: a single one may come from a node that is behind, and the next answer would look like an
    // arrival.
    if (amount < least && before !== undefined && before < least) least = before > amount ? before : amount
    if (amount <= least) return undefined
    return decimals === undefined
      ? symbol
      : `${formatAmount(amount - least, decimals, locale)}\u00a0${symbol}`
  }

  const check = () => readArrived().catch(() => undefined)
  return {
    check,
    /** Reads twice, because one of several nodes may be behind: the larger balance is the baseline. */
    async begin(): Promise<void> {
      await check()
      await check()
      if (last !== undefined && last > (least ?? 0n)) least = last
    },
  }
}

/**
 * Returns a function that reads the status of the newest purchase, if it was not in the first answer. The API lists
 * only Coinbase's purchases.
 */
function createReadWord({ call }: Shell, { name: provider }: OnRampProvider, account: CaipAddress) {
  /** Ids of the purchases in the first answer, which are not new. Undefined before that answer. */
  let known: ReadonlySet<string> | undefined
  return async (): Promise<OnRampPurchase['status'] | undefined> => {
    if (provider !== 'coinbase') return undefined
    const all = await call('onRampPurchases', { account, provider }).catch(() => undefined)
    if (!all) return undefined
    const before = (known ??= new Set(all.map(({ id }) => id)))
    const [last] = all.filter(({ id }) => !before.has(id))
    return last?.status
  }
}

/** Refreshes the account's data, and shows a message unless the view of the purchase is open. */
function announce(shell: Shell, { account }: BuyOption, amount: string): void {
  for (const topic of ['portfolio', 'activity'] as const)
    shell.call('refresh', { topic, params: { account } }).catch(() => {})
  if (shell.router.current.peek().view === 'BuyInProgress' && shell.open.peek()) return
  shell.snacks.show({ variant: 'success', message: { code: 'purchase_arrived', what: amount } })
}

function withChecksum(account: CaipAddress, address: string): CaipAddress {
  return `${account.slice(0, account.lastIndexOf(':'))}:${address}` as CaipAddress
}
