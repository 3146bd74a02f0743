/**
 * The person who is signed in by email or a social account.
 *
 *   nobody ── a way of signing in ──▶ user ── sign out, or the site knows them no more ──▶ nobody
 *      └── stored from before ── asked once ──▶ user
 */
import { BillfoldError } from '../../core/base/errors.ts'
import type { Network } from '../../core/chains/networks.ts'
import type { AuthFrame } from './frame.ts'
import type { Login, LoginStore } from './login.ts'
import type { AuthUser, Wish } from './messages.ts'
import { toHexId } from '../evm/relay.ts'
import { rpcError } from '../evm/rpc-error.ts'

export interface AuthUserState {
  /**
   * The signed-in person, also from an earlier visit; the site is asked only if something stored says that somebody was
   * signed in.
   * @throws as `AuthFrame.ask`
   */
  get(): Promise<AuthUser | undefined>
  /** Asks the site who it is by now. @throws auth_lost, aborted, and as `AuthFrame.ask` */
  ask(by: By | Login, signal?: AbortSignal): Promise<AuthUser>
  /** What the site says by `answer` is who is signed in, unless somebody else comes or goes meanwhile. @throws aborted, auth_lost */
  enter(by: By, answer: Promise<AuthUser>): Promise<AuthUser>
  /** Signs out here. */
  leave(): void
  /** @param chainId EIP-155; default, and for one that the page does not name: its first. */
  toWish(chainId?: number): Wish
  hasNetwork(chainId: number): boolean
  /** EIP-155: the page's first network; absent where it names none. */
  readonly firstChainId: number | undefined
}

type By = Pick<Login, 'by' | 'email' | 'userName'>

interface UserOptions {
  frame: Pick<AuthFrame, 'ask'>
  login: LoginStore
  /** Of eip155, the page's first choice first. */
  networks: readonly Network[]
  emit(event: 'accountsChanged' | 'chainChanged', value: unknown): void
}

export function createAuthUser({ frame, login, networks, emit }: UserOptions): AuthUserState {
  let user: AuthUser | undefined
  let restoring: Promise<AuthUser | undefined> | undefined
  /** Counts sign-ins and sign-outs: an answer from an earlier turn is ignored. */
  let generation = 0

  const hasNetwork = (chainId: number) => networks.some(({ id }) => Number(id) === chainId)

  function toWish(chainId?: number): Wish {
    const network = networks.find(({ id }) => Number(id) === chainId) ?? networks[0]
    if (!network) throw rpcError(4901, 'This page names no network of EVM.')
    return {
      preferredAccountType: 'eoa',
      chainId: network.caipNetworkId,
      rpcUrl: network.rpcUrls[0],
    }
  }

  async function enter(by: By, answer: Promise<AuthUser>): Promise<AuthUser> {
    const mine = ++generation
    const next = await answer
    if (mine !== generation)
      throw new BillfoldError('aborted', 'Somebody else has signed in or out meanwhile.')
    if (!hasNetwork(next.chainId))
      throw new BillfoldError('auth_lost', 'The sign-in site is on a network that this page does not have.', {
        context: { reason: 'elsewhere' },
      })
    const before = user
    user = next
    restoring = undefined
    const { address, chainId, email, userName } = next
    login.keep({ ...by, ...(email && { email }), ...(userName && { userName }), address, chainId })
    if (before && before.chainId !== chainId) emit('chainChanged', toHexId(chainId))
    if (before && before.address !== address) emit('accountsChanged', [address])
    return next
  }

  function ask(by: By | Login, signal?: AbortSignal): Promise<AuthUser> {
    const wish = toWish('chainId' in by ? by.chainId : undefined)
    return enter(by, frame.ask('GET_USER', wish, { signal }))
  }

  function leave(): void {
    generation += 1
    restoring = undefined
    login.forget()
    if (!user) return
    user = undefined
    emit('accountsChanged', [])
  }

  function get(): Promise<AuthUser | undefined> {
    const stored = login.read()
    // Another tab has signed out.
    if (!stored) user = undefined
    if (!stored || user?.address === stored.address) return Promise.resolve(user)
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

  const firstChainId = networks[0] && Number(networks[0].id)
  return { get, ask, enter, leave, toWish, hasNetwork, firstChainId }
}
