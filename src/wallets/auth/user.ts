/**
 * The person who is signed in by email or a social account.
 *
 *   nobody ─┬─ sign-in ───────────────────────────────▶ user
 *           └─ stored sign-in, confirmed by the site ──▶ user
 *   user ──── sign-out, or the site reports nobody ────▶ nobody
 *
 * The site uses one account on one network at a time, so switches and approvals wait for each other.
 */
import { signal } from '@preact/signals-core'
import type { Readable } from '../../base/readable.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { Network } from '../../core/chains/networks.ts'
import type { AuthFrame } from './frame.ts'
import type { Login, LoginStore } from './login.ts'
import { type AuthAccountType, type AuthUser, listAccounts, type SolanaId, type Wish } from './messages.ts'
import { createSolanaUser } from './solana-user.ts'
import { createSite } from './site.ts'
import { toHexId } from '../evm/page-provider.ts'
import { rpcError } from '../evm/rpc-error.ts'

export interface AuthUserState {
  /**
   * The signed-in person; restores a stored sign-in. Asks the site only if a stored sign-in exists.
   * @throws the errors of `AuthFrame.ask`
   */
  get(): Promise<AuthUser | undefined>
  /** The last known person, without asking the site. */
  peek(): AuthUser | undefined
  /** Asks the site for the signed-in person. @throws auth_lost; aborted; the errors of `AuthFrame.ask` */
  ask(by: By | Login, signal?: AbortSignal): Promise<AuthUser>
  /**
   * Signs in the person that `answer` resolves with. Fails if another sign-in or sign-out happens meanwhile.
   * @throws aborted, auth_lost
   */
  enter(by: By, answer: Promise<AuthUser>): Promise<AuthUser>
  /** Signs out on this web page, without telling the site. */
  leave(): void
  /**
   * The account and network to request from the site.
   * @param id id of the network. If the page does not list the network, or `id` is absent: the page's first EVM
   *   network, or its Solana network if it has no EVM network
   */
  toWish(id?: NetworkKey): Wish
  hasNetwork(id: NetworkKey): boolean
  /** Switches the sign-in site to another network, where the person may have another account. @throws the errors of `ask` */
  goTo(login: Login, id: number): Promise<AuthUser>
  /** EIP-155 id of the page's first EVM network. Undefined if it has none. */
  readonly firstChainId: number | undefined
  /** EVM addresses, those of the preferred type first; empty while nobody is signed in. */
  listAddresses(user?: AuthUser): readonly string[]
  /**
   * The same person on Solana. Undefined if nobody is signed in, or if the site or the page does not support Solana.
   * @throws the errors of `AuthFrame.ask`
   */
  getSolana(): Promise<AuthUser | undefined>
  /** The last answer of `getSolana`, without asking the site. */
  peekSolana(): AuthUser | undefined
  /**
   * Runs `run` while the site uses this account; other switches wait.
   * @throws account_changed: the site uses another account, and received no request
   */
  use<T>(address: string, id: NetworkKey, run: () => Promise<T>): Promise<T>
  /** Tells the site the preferred account type. Never rejects. */
  prefer(): Promise<void>
  /** Whether the smart account's contract is deployed, according to the site's last answer. Undefined if unknown. */
  readonly deployed: Readable<boolean | undefined>
  /** Call it after a payment, since the first payment of a smart account deploys its contract. Never rejects. */
  onSent(): Promise<void>
}

/** EIP-155 id, or CAIP-2 id for Solana. */
type NetworkKey = AuthUser['chainId']
type By = Pick<Login, 'by' | 'email' | 'userName'>
export type AuthEvent = 'accountsChanged' | 'chainChanged' | 'change'

interface UserOptions {
  frame: Pick<AuthFrame, 'ask'>
  login: LoginStore
  /** The EVM and Solana networks, in the page's order. */
  networks: readonly Network[]
  /** The preferred type on EVM. */
  getType(): AuthAccountType
  emit(event: AuthEvent, value: unknown): void
}

export function createAuthUser({ frame, login, networks, getType, emit }: UserOptions): AuthUserState {
  let user: AuthUser | undefined
  const deployed = signal<boolean | undefined>(undefined)
  let restoring: Promise<AuthUser | undefined> | undefined
  /** Counts sign-ins and sign-outs: an answer that belongs to an earlier count is ignored. */
  let generation = 0
  const site = createSite(frame)
  const { inTurn } = site
  const solana = createSolanaUser(async () => {
    const found = ofSolana && (await frame.ask('GET_USER', toWish(toKey(ofSolana))))
    return found && typeof found.chainId === 'string' && hasNetwork(found.chainId) ? found : undefined
  }, inTurn)

  const evm = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const ofSolana = networks.find(({ chainNamespace }) => chainNamespace === 'solana')
  const find = (id?: NetworkKey) => networks.find((network) => toKey(network) === id)
  const hasNetwork = (id: NetworkKey) => find(id) !== undefined

  function toWish(id?: NetworkKey): Wish {
    const network = find(id) ?? evm[0] ?? ofSolana
    if (!network) throw rpcError(4901, 'This page has no EVM network.')
    return {
      preferredAccountType: network.chainNamespace === 'eip155' ? getType() : 'eoa',
      chainId: network.caipNetworkId,
      rpcUrl: network.rpcUrls[0],
    }
  }

  function listAddresses(of = user): readonly string[] {
    if (!of || typeof of.chainId !== 'number') return []
    const type = getType()
    const accounts = listAccounts(of).toSorted((a, b) => Number(b.type === type) - Number(a.type === type))
    return accounts.map(({ address }) => address)
  }

  async function enter(by: By, answer: Promise<AuthUser>): Promise<AuthUser> {
    const mine = ++generation
    const next = await answer
    if (mine !== generation)
      throw new BillfoldError('aborted', 'The user signed out, or another user signed in.')
    if (!hasNetwork(next.chainId))
      throw new BillfoldError('auth_lost', 'The sign-in site is on a network that this page does not use.', {
        context: { reason: 'elsewhere' },
      })
    const before = user
    user = next
    deployed.value = next.smartAccountDeployed
    restoring = undefined
    const { chainId, email, userName } = next
    const about = { ...(email && { email }), ...(userName && { userName }) }
    login.keep({ ...by, ...about, address: getOwner(next), chainId })
    if (before && before.chainId !== chainId && typeof chainId === 'number')
      emit('chainChanged', toHexId(chainId))
    if (before) emitOthers(listAddresses(before))
    if (before && getOwner(before) !== getOwner(next)) dropSolana()
    return next
  }

  function emitOthers(before: readonly string[]): void {
    const addresses = listAddresses()
    if (String(addresses) !== String(before)) emit('accountsChanged', addresses)
  }

  function dropSolana(): void {
    if (solana.drop()) emit('change', {})
  }

  function ask(by: By | Login, signal?: AbortSignal): Promise<AuthUser> {
    const id = 'chainId' in by ? by.chainId : undefined
    const answer = inTurn(() => frame.ask('GET_USER', toWish(id), { signal }))
    return enter(by, answer)
  }

  function leave(): void {
    generation += 1
    restoring = undefined
    login.forget()
    const before = listAddresses()
    user = undefined
    dropSolana()
    emitOthers(before)
  }

  function get(): Promise<AuthUser | undefined> {
    const stored = login.read()
    // If no sign-in is stored, another tab has signed out.
    if (!stored) user = undefined
    if (!stored || (user && getOwner(user) === stored.address)) return Promise.resolve(user)
    const asked = (restoring ??= restore(stored).finally(() => {
      if (restoring === asked) restoring = undefined
    }))
    return asked
  }

  async function restore(stored: Login): Promise<AuthUser | undefined> {
    const mine = generation
    const isThere = await frame.ask('IS_CONNECTED', undefined)
    if (mine !== generation) return user
    if (isThere) return ask(stored)
    leave()
    return undefined
  }

  async function getSolana(): Promise<AuthUser | undefined> {
    const now = await get()
    if (!now || typeof now.chainId === 'string') return now
    return solana.find(getOwner(now), () => site.goTo(toWish(now.chainId)))
  }

  function use<T>(address: string, id: NetworkKey, run: () => Promise<T>): Promise<T> {
    return inTurn(async () => {
      const accounts = user ? listAccounts(user) : []
      const type = accounts.find((one) => one.address === address)?.type ?? 'eoa'
      const found =
        solana.isAsked() || accounts.length > 1
          ? await site.settle(address, id, { ...toWish(id), preferredAccountType: type })
          : undefined
      if (typeof id === 'number' && found) deployed.value = found.smartAccountDeployed ?? deployed.peek()
      return run()
    })
  }

  async function prefer(): Promise<void> {
    const now = user
    if (!now || typeof now.chainId !== 'number' || listAccounts(now).length < 2) return
    // Emit without waiting for the site, which is switched to the right account before each signature anyway.
    emit('accountsChanged', listAddresses())
    await inTurn(() => frame.ask('SET_PREFERRED_ACCOUNT', { type: getType() })).catch(() => {})
    await refresh()
  }

  async function onSent(): Promise<void> {
    if (deployed.peek() === false) await refresh()
  }

  /** Requests the person's data again. Ignores the answer if they have signed out or switched the network meanwhile. */
  async function refresh(): Promise<void> {
    const before = user
    if (!before) return
    const wish = toWish(before.chainId)
    const next = await inTurn(() => frame.ask('GET_USER', wish)).catch(() => undefined)
    const isSame = next?.chainId === before.chainId && getOwner(next) === getOwner(before)
    if (!isSame || user !== before) return
    user = next
    deployed.value = next.smartAccountDeployed
    emitOthers(listAddresses(before))
  }

  return {
    deployed,
    onSent,
    get,
    peek: () => user,
    ask,
    enter,
    leave,
    toWish,
    hasNetwork,
    goTo(by, id) {
      const answer = inTurn(() => site.goTo(toWish(id)))
      return enter(by, answer)
    },
    firstChainId: evm[0] && Number(evm[0].id),
    listAddresses,
    getSolana,
    peekSolana: () => (typeof user?.chainId === 'string' ? user : solana.peek()),
    use,
    prefer,
  }
}

/** The id under which the site knows a network. */
function toKey({ chainNamespace, caipNetworkId, id }: Network): NetworkKey {
  return chainNamespace === 'eip155' ? Number(id) : (caipNetworkId as SolanaId)
}

/** Address that identifies the person: the plain account's, also while the smart account is used. */
function getOwner(user: AuthUser): string {
  return (listAccounts(user).find(({ type }) => type === 'eoa') ?? user).address
}
