/**
 * Registers a name for the connected account, with one signature over the shown text and one request. The registration
 * continues if the modal is closed.
 *
 *   idle ─ register ─▶ preparing ─▶ signing ─▶ registering ─┬─▶ registered
 *    ▲                     │           │            │       └─▶ unknown ─ look ─▶ looking ─▶ registered, unknown, failed
 *    └── given up ◀────────┴───────────┤            │
 *   failed ◀── declined, changed ──────┴── refused, too late
 */
import type { ConnectedAccount } from '../wallets/account.ts'
import type { NameOffer } from '../core/names/account-name.ts'
import { BillfoldError, type ErrorCode, toErrorRecord } from '../core/base/errors.ts'
import type { RegistrationState } from '../shell/registration-state.ts'
import type { Shell } from '../shell/shell.ts'

export interface Registration {
  /** Never rejects: the outcome is in the state. Does nothing while another registration is on its way. */
  register(name: string): Promise<void>
  /** Checks whether the registration succeeded, if the server did not answer. Never rejects. */
  check(): Promise<void>
  /**
   * Ignores the wallet's later answer and reports no failure. A request that has reached the server continues.
   */
  giveUp(): void
}

/**
 * Errors after signing that prove that nothing was registered. After any other error, the server may have registered the
 * name.
 */
const certain: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'name_stale',
  'name_register_failed',
  'name_invalid',
  'network_unsupported',
  'networks_unknown',
  'chain_invalid',
  'bad_account',
])

const underWay: ReadonlySet<RegistrationState['status']> = new Set([
  'preparing',
  'signing',
  'registering',
  'looking',
] as const)

const registrations = new WeakMap<Shell, Registration>()

/** Creates one registration for each shell. */
export function getRegistration(shell: Shell): Registration {
  const registration = registrations.get(shell) ?? createRegistration(shell)
  registrations.set(shell, registration)
  return registration
}

function createRegistration(shell: Shell): Registration {
  const { open, router, snacks, registration: state } = shell
  let generation = 0

  async function register(name: string): Promise<void> {
    if (underWay.has(state.peek().status)) return
    const mine = ++generation
    const isMine = () => mine === generation
    try {
      await ask(name, getNamed(shell), isMine)
    } catch (error) {
      if (isMine()) fail(name, error)
    }
  }

  async function ask(name: string, account: ConnectedAccount, isMine: () => boolean): Promise<void> {
    state.value = { status: 'preparing', name, account }
    const wish = { name, account: account.caipAddress }
    const wallet = await shell.wallet()
    // Prepare last: the signature is accepted only for a short time, which starts now.
    const offer = await shell.call('prepareName', wish)
    if (!isMine()) return
    if (offer.status === 'own') return finish(name, account)
    if (offer.status === 'refused') throw createRefused(offer)
    const { message } = offer
    // No `await` may come between this check and the wallet request.
    assertSame(account)
    state.value = { status: 'signing', name, account, message }
    // Some wallets ask for the signature in a view of the modal. After the signature, that view goes back to the
    // registration. If the person leaves that view, the registration is cancelled.
    const takeBack = router.pushTransactionStack({ onSuccess: router.goBack, onCancel: giveUp })
    const signature = await wallet.signMessage({ message, namespace: 'eip155' }).finally(takeBack)
    if (!isMine()) return
    assertSame(account)
    state.value = { status: 'registering', name, account, message }
    try {
      const answer = await shell.call('registerName', { ...wish, message, signature })
      if (answer.status !== 'registered') throw createRefused(answer)
    } catch (error) {
      if (certain.has(toErrorRecord(error).code)) throw error
      state.value = { status: 'unknown', name, account }
      if (!isShown()) snacks.show({ variant: 'error', message: { code: 'name_unknown', name } })
      return
    }
    finish(name, account)
  }

  async function check(): Promise<void> {
    const before = state.peek()
    if (before.status !== 'unknown') return
    const { name, account } = before
    state.value = { status: 'looking', name, account }
    try {
      const offer = await shell.call('prepareName', { name, account: account.caipAddress })
      if (offer.status === 'own') return finish(name, account)
      throw offer.status === 'refused'
        ? createRefused(offer)
        : new BillfoldError('name_unregistered', 'This name is not registered yet.')
    } catch (error) {
      const { code } = toErrorRecord(error)
      if (code === 'name_taken' || code === 'name_unregistered') fail(name, error)
      else state.value = before
    }
  }

  /**
   * Reports that the name belongs to the account: in the registration view if that is open, else in a short message.
   */
  function finish(name: string, account: ConnectedAccount): void {
    state.value = { status: 'registered', name, account }
    const { caipAddress } = account
    // Refresh only if the account is still connected.
    if (getNow(shell)?.caipAddress === caipAddress)
      shell.call('refresh', { topic: 'identity', params: { account: caipAddress } }).catch(() => {})
    if (!isShown()) return snacks.show({ variant: 'success', message: { code: 'name_registered', name } })
    // Show the home view first, so that the person cannot go back to choosing a name.
    router.goHome()
    router.push('RegisterAccountNameSuccess', { name, account })
  }

  function fail(name: string, error: unknown): void {
    const record = toErrorRecord(error)
    state.value = { status: 'failed', name, error: record }
    if (isShown() || record.code === 'wallet_declined') return
    snacks.show({ variant: 'error', message: { code: 'name_failed', name }, detail: record })
  }

  function isShown(): boolean {
    return open.peek() && router.current.peek().view === 'RegisterAccountName'
  }

  /**
   * Refuses to go on if the wallet, account or network has changed since the registration began (F14).
   * @throws account_changed
   */
  function assertSame(account: ConnectedAccount): void {
    const now = getNow(shell)
    const isSame =
      now?.caipAddress === account.caipAddress && now.connector.provider === account.connector.provider
    if (!isSame) throw new BillfoldError('account_changed', 'The account or network has changed.')
  }

  function giveUp(): void {
    const { status } = state.peek()
    if (status !== 'preparing' && status !== 'signing' && status !== 'failed') return
    generation += 1
    state.value = { status: 'idle' }
  }

  return { register, check, giveUp }
}

/** The active account. @throws account_missing, network_missing */
function getNamed(shell: Shell): ConnectedAccount {
  const account = getNow(shell)
  if (!account) throw new BillfoldError('account_missing', 'Address or auth connector not found')
  if (!account.network) throw new BillfoldError('network_missing', 'Network not found')
  return account
}

/** The active account; undefined unless it is an EVM account, since only EVM accounts have names. */
function getNow({ account }: Pick<Shell, 'account'>): ConnectedAccount | undefined {
  const now = account.peek()
  return now.status === 'connected' && now.caipNetworkId.startsWith('eip155:') ? now : undefined
}

function createRefused({ reason }: Extract<NameOffer, { status: 'refused' }>): BillfoldError {
  return reason === 'taken'
    ? new BillfoldError('name_taken', 'Another account has this name.')
    : new BillfoldError('network_unsupported', 'Names are not available on this network.')
}
