/**
 * The wallet of somebody who signs in by email or a social account, as one object that speaks EIP-1193: the adapter of
 * eip155 reads it, follows it and asks it as any other wallet. The key is with the sign-in site, and what a person has to
 * decide they decide in its frame.
 */
import * as v from 'valibot'
import { BillfoldError, toErrorRecord } from '../../core/base/errors.ts'
import { parseOrNone } from '../../core/contract/schemas.ts'
import type { RequestArguments } from '../evm/eip1193.ts'
import { createApproval } from './approve.ts'
import type { AuthFrame } from './frame.ts'
import type { Login, LoginStore } from './login.ts'
import type { AuthUser, Questions } from './messages.ts'
import { approvalMethods, safeMethods } from './methods.ts'
import { readResult } from './popup.ts'
import { declined, rpcError } from './rpc-error.ts'
import { type AuthUserState, toHex } from './user.ts'

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
  /** Drops what was begun: the site is loaded again and told about the page. */
  startOver(): void
  /** When the next mail can be sent: milliseconds since 1970. */
  getSendableAt(): number
  /** By which way who is signed in did so, and what the site says of them. */
  getLogin(): Login | undefined
}

interface AuthWalletOptions {
  frame: AuthFrame
  login: LoginStore
  user: AuthUserState
  /** Exact, of the sign-in site. */
  origin: string
}

export function createAuthWallet({ frame, login, user, origin }: AuthWalletOptions): AuthWallet {
  const approve = createApproval(frame)
  /** The removal of the site's document; the next sign-in waits for it. */
  let leaving = Promise.resolve()

  /** Here first; the site is told, for a moment. */
  async function signOut(): Promise<null> {
    user.leave()
    leaving = frame
      .ask('SIGN_OUT', undefined)
      .catch(() => {})
      .then(frame.drop)
    await leaving
    return null
  }

  async function switchNetwork(params: RequestArguments['params']): Promise<null> {
    const [wanted] = Array.isArray(params) ? (params as unknown[]) : []
    const id = Number(parseOrNone(named, wanted)?.chainId)
    const stored = (await user.get()) && login.read()
    if (!stored) throw nobody()
    if (!user.hasNetwork(id))
      throw rpcError(4902, `Unrecognized chain ${String(id)}: this page does not name it.`)
    const { chainId, rpcUrl } = user.toWish(id)
    await frame.ask('SWITCH_NETWORK', { chainId, rpcUrl })
    // Its account may be another one there.
    await user.ask({ ...stored, chainId: id })
    return null
  }

  async function request(args: RequestArguments): Promise<unknown> {
    const { method, params } = args
    switch (method) {
      case 'eth_accounts':
        return toAddresses(await user.get())
      case 'eth_requestAccounts':
        return toAddresses((await user.get()) ?? throwNobody())
      case 'eth_chainId':
        return toHex((await user.get())?.chainId ?? Number(user.toWish().chainId.split(':')[1]))
      case 'net_version':
        return String(((await user.get()) ?? throwNobody()).chainId)
      case 'wallet_switchEthereumChain':
        return switchNetwork(params)
      case 'wallet_revokePermissions':
        return signOut()
    }
    // Before anything is posted.
    if (!safeMethods.has(method) && !approvalMethods.has(method))
      throw rpcError(4200, `The sign-in site is not asked for ${method}.`)
    const here = (await user.get()) ?? throwNobody()
    assertHere(args, here)
    const question: Questions['RPC_REQUEST'] = {
      method,
      params: toPlain(params ?? []),
      chainNamespace: 'eip155',
      chainId: here.chainId,
      rpcUrl: user.toWish(here.chainId).rpcUrl,
    }
    return approvalMethods.has(method) ? approve(question) : (await frame.ask('RPC_REQUEST', question)).value
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
      await leaving
      await frame.load()
      login.markSent(Date.now())
      const step = await frame.ask('CONNECT_EMAIL', { email }, { signal })
      if (step === 'VERIFY_OTP') return 'code'
      if (step === 'VERIFY_DEVICE') return 'device'
      await user.ask({ by: 'email', email }, signal)
      return 'connected'
    },
    approveDevice: (signal) => frame.ask('CONNECT_DEVICE', undefined, { signal }),
    async connectCode(email, code, signal) {
      await frame.ask('CONNECT_OTP', { otp: code }, { signal })
      await user.ask({ by: 'email', email }, signal)
    },
    async connectSocial(social, popup, signal) {
      try {
        // Heard from the start: a provider that knows the person answers at once.
        const result = readResult(popup, origin, signal)
        const uri = leaving.then(() => frame.ask('GET_SOCIAL_REDIRECT_URI', { provider: social }, { signal }))
        const address = await Promise.race([uri, result.then(() => uri)])
        // Read only now: the location of the empty page that was there first leads nowhere any more.
        popup.location.href = address
        const resultUri = await result
        popup.close()
        const wish = user.toWish()
        await user.enter({ by: social }, frame.ask('CONNECT_SOCIAL', { uri: resultUri, ...wish }, { signal }))
      } finally {
        popup.close()
      }
    },
    getFarcasterUri: (signal) => leaving.then(() => frame.ask('GET_FARCASTER_URI', undefined, { signal })),
    async connectFarcaster(signal) {
      const userName = await frame.ask('CONNECT_FARCASTER', undefined, { signal })
      await user.ask({ by: 'farcaster', ...(userName && { userName }) }, signal)
    },
    startOver() {
      frame.drop()
      frame.load().catch(() => {})
    },
    getSendableAt: () => login.getSendableAt(Date.now()),
    getLogin: login.read,
  }
}

function toAddresses(user: AuthUser | undefined): string[] {
  return user ? [user.address] : []
}

/** What a request may name. */
const named = v.object({ from: v.optional(v.unknown()), chainId: v.optional(v.unknown()) })

/** What names a network or an account is meant for them alone (F14). */
function assertHere({ method, params }: RequestArguments, { address, chainId }: AuthUser): void {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  const { chainId: wanted, from: sender } = parseOrNone(named, first) ?? {}
  const signers: Record<string, unknown> = { personal_sign: second, eth_signTypedData_v4: first }
  const from = Object.hasOwn(signers, method) ? signers[method] : sender
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

/** As wallets of a page throw: by the codes of EIP-1193. What says that it may have been sent stays as it is. */
function toPageError(error: unknown): unknown {
  const { code, message, context } = toErrorRecord(error)
  if (code !== 'auth_refused') return error
  if (context['isDeclined']) return declined()
  const theirs = context['code']
  return typeof theirs === 'number' ? rpcError(theirs, message) : new Error(message)
}

function nobody(): Error {
  return rpcError(4100, 'Nobody is signed in by email or a social account.')
}

function throwNobody(): never {
  throw nobody()
}
