/**
 * The wallet of somebody who signs in by email or a social account, as one object that speaks EIP-1193: the adapter of
 * eip155 reads it, follows it and asks it as any other wallet. The key is with the sign-in site; what a person has to
 * decide they decide in its frame, and one question at a time.
 *
 *   nobody ── a way of signing in ──▶ user ── sign out, or the site knows them no more ──▶ nobody
 *      └── stored from before ── asked once ──▶ user
 */
import { BillfoldError, hasCode, toErrorRecord } from '../../core/errors.ts'
import type { Network } from '../../core/networks.ts'
import { isRecord } from '../../core/shapes.ts'
import type { RequestArguments } from '../eip1193.ts'
import type { AuthFrame } from './frame.ts'
import type { Login, LoginStore } from './login.ts'
import type { AuthUser, Wish } from './messages.ts'
import { approvalMethods, isHarmless, safeMethods } from './methods.ts'
import { readResult } from './popup.ts'

export interface AuthWallet {
  request(args: RequestArguments): Promise<unknown>
  /** Sends a mail. Gives what is next; `connected`: nothing. @throws auth_too_soon, and as `AuthFrame.ask` */
  connectEmail(email: string, signal?: AbortSignal): Promise<'code' | 'device' | 'connected'>
  /** Resolves when the link in the mail was followed; the mail with the code is on its way then. */
  approveDevice(signal: AbortSignal): Promise<void>
  /** @param code six digits. @throws auth_refused for a wrong one */
  connectCode(email: string, code: string, signal?: AbortSignal): Promise<void>
  /**
   * @param popup opened in the click, by `openPopup`
   * @throws auth_popup_closed, and as `AuthFrame.ask`
   */
  connectSocial(social: string, popup: Window, signal: AbortSignal): Promise<void>
  /** What a phone with Farcaster opens. */
  getFarcasterUri(signal: AbortSignal): Promise<string>
  /** Resolves when somebody has opened it there. */
  connectFarcaster(signal: AbortSignal): Promise<void>
  /** What was begun and not ended is nobody's any more: the site starts over. */
  startOver(): void
  /** When the next mail can be sent: milliseconds since 1970. */
  getSendableAt(): number
}

export interface AuthWalletOptions {
  frame: AuthFrame
  login: LoginStore
  /** Of eip155, the page's first choice first. */
  networks: readonly Network[]
  /** Exact, of the sign-in site. */
  origin: string
  emit(event: 'accountsChanged' | 'chainChanged' | 'disconnect', value: unknown): void
}

/** How long the site may take to say what became of a question that a person has closed. Milliseconds. */
const LAST_WORD = 3_000

export function createAuthWallet(options: AuthWalletOptions): AuthWallet {
  const { frame, login, networks, origin, emit } = options
  let user: AuthUser | undefined
  let restoring: Promise<AuthUser | undefined> | undefined
  /** Counts who came and went: an answer for one who has left is nobody's. */
  let turn = 0
  let isAsking = false

  function toWish(chainId: number | undefined): Wish {
    const network = networks.find(({ id }) => Number(id) === chainId) ?? networks[0]
    if (!network) throw rpcError(4901, 'This page names no network of EVM.')
    return {
      preferredAccountType: 'eoa',
      chainId: network.caipNetworkId,
      rpcUrl: network.rpcUrls[0],
    }
  }

  /** Somebody is signed in from now on. @throws auth_lost for one who is on a network that the page does not have */
  function enter(next: AuthUser, by: Pick<Login, 'by' | 'email' | 'userName'>): AuthUser {
    if (!networks.some(({ id }) => Number(id) === next.chainId))
      throw new BillfoldError('auth_lost', 'The sign-in site is on a network that this page does not have.')
    const before = user
    user = next
    restoring = undefined
    login.keep({ ...by, address: next.address, chainId: next.chainId })
    if (before && before.chainId !== next.chainId) emit('chainChanged', toHex(next.chainId))
    if (before && before.address !== next.address) emit('accountsChanged', [next.address])
    return next
  }

  async function askUser(by: Login | Pick<Login, 'by' | 'email'>, signal?: AbortSignal): Promise<AuthUser> {
    const mine = ++turn
    const wish = toWish('chainId' in by ? by.chainId : undefined)
    const next = await frame.ask('GET_USER', wish, { signal })
    if (mine !== turn) throw new BillfoldError('aborted', 'Somebody else has signed in or out meanwhile.')
    return enter(next, { ...by, ...(next.email && { email: next.email }) })
  }

  function leave(): void {
    turn += 1
    restoring = undefined
    login.forget()
    if (!user) return
    user = undefined
    emit('accountsChanged', [])
  }

  /** Who is signed in, also from before; the site is asked only where something says that somebody was. */
  function getUser(): Promise<AuthUser | undefined> {
    const stored = login.read()
    if (!stored) {
      // Another tab has signed out.
      user = undefined
      return Promise.resolve(undefined)
    }
    if (user && user.address === stored.address) return Promise.resolve(user)
    const asked = (restoring ??= restore(stored).finally(() => {
      if (restoring === asked) restoring = undefined
    }))
    return asked
  }

  async function restore(stored: Login): Promise<AuthUser | undefined> {
    const mine = turn
    const isThere = await frame.ask('IS_CONNECTED', undefined)
    if (mine !== turn) return user
    if (isThere) return askUser(stored)
    leave()
    return undefined
  }

  /** Here first; the site is told, for a moment. */
  async function signOut(): Promise<null> {
    leave()
    await frame.ask('SIGN_OUT', undefined).catch(() => {})
    frame.drop()
    return null
  }

  async function switchNetwork(params: RequestArguments['params']): Promise<null> {
    const [wanted] = Array.isArray(params) ? (params as unknown[]) : []
    const id = Number(isRecord(wanted) ? wanted['chainId'] : undefined)
    const stored = login.read()
    if (!stored || !(await getUser())) throw nobody()
    if (!networks.some((network) => Number(network.id) === id))
      throw rpcError(4902, `Unrecognized chain ${String(id)}: this page does not name it.`)
    const { chainId, rpcUrl } = toWish(id)
    await frame.ask('SWITCH_NETWORK', { chainId, rpcUrl })
    // Its account may be another one there.
    await askUser({ ...stored, chainId: id })
    return null
  }

  async function request(args: RequestArguments): Promise<unknown> {
    const { method, params } = args
    switch (method) {
      case 'eth_accounts':
        return toAddresses(await getUser())
      case 'eth_requestAccounts':
        return toAddresses((await getUser()) ?? throwNobody())
      case 'eth_chainId':
        return toHex((await getUser())?.chainId ?? Number(toWish(undefined).chainId.split(':')[1]))
      case 'net_version':
        return String(((await getUser()) ?? throwNobody()).chainId)
      case 'wallet_switchEthereumChain':
        return switchNetwork(params)
      case 'wallet_revokePermissions':
        return signOut()
    }
    // Before anything is posted.
    if (!safeMethods.has(method) && !approvalMethods.has(method))
      throw rpcError(4200, `The sign-in site is not asked for ${method}.`)
    const here = (await getUser()) ?? throwNobody()
    assertHere(args, here)
    return approvalMethods.has(method)
      ? approve(args, here)
      : (await frame.ask('RPC_REQUEST', toQuestion(args, here))).value
  }

  function toQuestion({ method, params }: RequestArguments, { chainId }: AuthUser) {
    const { rpcUrl } = toWish(chainId)
    return { method, params: toPlain(params ?? []), chainNamespace: 'eip155', chainId, rpcUrl } as const
  }

  /** The frame is shown until there is an answer, or a person closes it. */
  async function approve(args: RequestArguments, here: AuthUser): Promise<unknown> {
    if (isAsking) throw rpcError(-32002, 'Another request is open at the sign-in site. Answer it first.')
    isAsking = true
    let hide = () => {}
    try {
      // Who is not there to ask has nothing that could be approved.
      await frame.load()
      const closed = new Promise<'closed'>((resolve) => (hide = frame.show(() => resolve('closed'))))
      const answer = frame.ask('RPC_REQUEST', toQuestion(args, here))
      const first = await Promise.race([answer, closed])
      return readResultOf(args.method, first === 'closed' ? await giveUp(answer) : first)
    } catch (error) {
      throw toApprovalError(error, args.method)
    } finally {
      hide()
      isAsking = false
    }

    /** What was approved in the last moment counts. Without a word of the site its document goes, and with it the question. */
    async function giveUp(answer: Promise<{ value: unknown }>): Promise<{ value: unknown }> {
      hide()
      frame.abort()
      const timer = setTimeout(() => frame.drop(), LAST_WORD)
      try {
        return await answer
      } catch (error) {
        // It was not signed, and will not be: the frame that would have done it is gone.
        if (hasCode(error, 'auth_lost') && isHarmless(args.method)) throw declined()
        throw error
      } finally {
        clearTimeout(timer)
      }
    }
  }

  return {
    request: (args) =>
      request(args).catch((error: unknown) => {
        throw toPageError(error)
      }),
    async connectEmail(email, signal) {
      const sendableAt = login.getSendableAt(Date.now())
      if (sendableAt > Date.now())
        throw new BillfoldError('auth_too_soon', 'The last mail was sent a moment ago.', {
          context: { sendableAt },
        })
      await unless(signal, frame.load())
      login.markSent(Date.now())
      const step = await frame.ask('CONNECT_EMAIL', { email }, { signal })
      if (step === 'VERIFY_OTP') return 'code'
      if (step === 'VERIFY_DEVICE') return 'device'
      await askUser({ by: 'email', email }, signal)
      return 'connected'
    },
    approveDevice: (signal) => frame.ask('CONNECT_DEVICE', undefined, { signal }),
    async connectCode(email, code, signal) {
      await frame.ask('CONNECT_OTP', { otp: code }, { signal })
      await askUser({ by: 'email', email }, signal)
    },
    async connectSocial(social, popup, signal) {
      try {
        // Heard from the start: a provider that knows the person answers at once.
        const result = readResult(popup, origin, signal)
        const uri = frame.ask('GET_SOCIAL_REDIRECT_URI', { provider: social }, { signal })
        popup.location.href = await Promise.race([uri, result.then(() => uri)])
        const resultUri = await result
        popup.close()
        const mine = ++turn
        const next = await frame.ask('CONNECT_SOCIAL', { uri: resultUri, ...toWish(undefined) }, { signal })
        if (mine !== turn) throw new BillfoldError('aborted', 'Somebody else has signed in or out meanwhile.')
        enter(next, { by: social, ...pick(next) })
      } finally {
        popup.close()
      }
    },
    getFarcasterUri: (signal) => frame.ask('GET_FARCASTER_URI', undefined, { signal }),
    async connectFarcaster(signal) {
      const userName = await frame.ask('CONNECT_FARCASTER', undefined, { signal })
      await askUser({ by: 'farcaster', ...(userName && { userName }) }, signal)
    },
    startOver: () => frame.drop(),
    getSendableAt: () => login.getSendableAt(Date.now()),
  }
}

function pick({ email, userName }: AuthUser): Pick<Login, 'email' | 'userName'> {
  return { ...(email && { email }), ...(userName && { userName }) }
}

function toAddresses(user: AuthUser | undefined): string[] {
  return user ? [user.address] : []
}

function toHex(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

/** What names a network or an account is meant for them alone (F14). */
function assertHere({ method, params }: RequestArguments, { address, chainId }: AuthUser): void {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  const asked = isRecord(first) ? first : {}
  const { chainId: wanted } = asked
  const signers: Record<string, unknown> = { personal_sign: second, eth_signTypedData_v4: first }
  const from = Object.hasOwn(signers, method) ? signers[method] : asked['from']
  if (from !== undefined && String(from).toLowerCase() !== address.toLowerCase())
    throw rpcError(4100, `${String(from)} is not signed in here.`)
  if (wanted !== undefined && Number(wanted) !== chainId)
    throw rpcError(4901, `The account is on the network ${chainId} for this page.`)
}

/** As messages carry it: whole numbers in hex. */
function toPlain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `0x${part.toString(16)}` : part)),
  )
}

/** @throws auth_lost: what is no hash or signature says nothing of what was done */
function readResultOf(method: string, { value }: { value: unknown }): unknown {
  const isText = (length: string) =>
    typeof value === 'string' && new RegExp(`^0x[0-9a-fA-F]${length}$`).test(value)
  const isWhole = method === 'eth_sendTransaction' ? isText('{64}') : !isHarmless(method) || isText('{2,}')
  if (isWhole) return value
  throw new BillfoldError('auth_lost', 'The sign-in site gave an answer that is none.')
}

/** Only what says for sure that nothing was sent may read like it. */
function toApprovalError(error: unknown, method: string): unknown {
  if (!hasCode(error, 'auth_lost') && !hasCode(error, 'auth_timeout')) return error
  if (isHarmless(method)) return error
  return new BillfoldError(
    'outcome_unknown',
    'The sign-in site did not say whether this was sent. Look at your activity before you send it again.',
    { cause: error },
  )
}

/** As wallets of a page throw: by the codes of EIP-1193. What says that it may have been sent stays as it is. */
function toPageError(error: unknown): unknown {
  const { code, message, context } = toErrorRecord(error)
  if (code !== 'auth_refused') return error
  if (context['isDeclined']) return declined()
  const theirs = context['code']
  return typeof theirs === 'number' ? rpcError(theirs, message) : new Error(message)
}

function unless<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(new BillfoldError('aborted', 'Nobody waits for the sign-in site any more.'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })
  return Promise.race([promise, aborted])
}

function declined(): Error {
  return rpcError(4001, 'You declined at the sign-in site.')
}

function nobody(): Error {
  return rpcError(4100, 'Nobody is signed in by email or a social account.')
}

function throwNobody(): never {
  throw nobody()
}

/** By the codes of EIP-1193 and EIP-1474. */
function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}
