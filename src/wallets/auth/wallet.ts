/**
 * The wallet of an email or social account as an EIP-1193 provider, which the eip155 adapter uses like any other wallet.
 * The sign-in site holds the key, and its frame shows the approvals.
 */
import { BillfoldError } from '../../core/base/errors.ts'
import { createEvmRequest } from '../evm/create-request.ts'
import type { RequestArguments } from '../evm/eip1193.ts'
import { rpcError } from '../evm/rpc-error.ts'
import { type Approval, toApprovalError } from './approve.ts'
import type { AuthFrame } from './frame.ts'
import type { Login, LoginStore } from './login.ts'
import type { Questions } from './messages.ts'
import { approvalMethods, isHarmless, safeMethods } from './methods.ts'
import { findSigner } from './find-signer.ts'
import { readResult } from './popup.ts'
import type { AuthUserState } from './user.ts'

export interface AuthWallet {
  request(args: RequestArguments): Promise<unknown>
  /**
   * Sends an email. Resolves with the next step of the sign-in, or with `connected`.
   * @throws auth_too_soon; the errors of `AuthFrame.ask`
   */
  connectEmail(email: string, signal?: AbortSignal): Promise<'code' | 'device' | 'connected'>
  /** Resolves when the person has followed the link in the email. The site then sends an email with a code. */
  approveDevice(signal: AbortSignal): Promise<void>
  /** @param code six digits. @throws auth_refused for a wrong code */
  connectCode(email: string, code: string, signal?: AbortSignal): Promise<void>
  /**
   * Signs in with a social account.
   * @param social name of the provider, such as `google`
   * @param popup opened by `openPopup` in the click handler
   * @throws auth_popup_closed; the errors of `AuthFrame.ask`
   */
  connectSocial(social: string, popup: Window, signal: AbortSignal): Promise<void>
  /** The URI to open on a phone with Farcaster. */
  getFarcasterUri(signal: AbortSignal): Promise<string>
  /** Resolves when the person has opened and approved the URI in Farcaster. */
  connectFarcaster(signal: AbortSignal): Promise<void>
  /** Ends the unfinished sign-in and reloads the site. */
  startOver(): void
  /** When the next email can be sent: milliseconds since 1970. */
  getSendableAt(): number
  /** How the person signed in, with the site's data about them. */
  getLogin(): Login | undefined
}

interface AuthWalletOptions {
  frame: AuthFrame
  approve: Approval
  login: LoginStore
  user: AuthUserState
  /** The exact origin of the sign-in site. */
  origin: string
}

export function createAuthWallet({ frame, approve, login, user, origin }: AuthWalletOptions): AuthWallet {
  /** Resolves when the last sign-out has removed the site's frame. The next sign-in waits for it. */
  let leaving = Promise.resolve()

  /** Signs out on this web page at once, then tells the site, which must answer within a short time. */
  async function signOut(): Promise<void> {
    // Each namespace calls this, but the site is told only once.
    if (!login.read()) return leaving
    user.leave()
    leaving = frame
      .ask('SIGN_OUT', undefined)
      .catch(() => {})
      .then(frame.drop)
    await leaving
  }

  async function goTo(id: number): Promise<void> {
    const stored = login.read()
    if (!stored) throw new BillfoldError('account_missing', 'No email or social account is signed in.')
    if (!user.hasNetwork(id))
      throw rpcError(4902, `Unrecognized chain ${id}: it is not among this page’s networks.`)
    await user.goTo(stored, id)
  }

  const toQuestion = (method: string, params: unknown, chainId: number): Questions['RPC_REQUEST'] => ({
    method,
    params,
    chainNamespace: 'eip155',
    chainId,
    rpcUrl: user.toWish(chainId).rpcUrl,
  })

  async function askSite(method: string, params: unknown, chainId: number): Promise<unknown> {
    try {
      return (await frame.ask('RPC_REQUEST', toQuestion(method, params, chainId))).value
    } catch (error) {
      // If the site's answer was lost, it is unknown whether the site has sent the transaction.
      throw method === 'eth_sendRawTransaction' ? toApprovalError(error, method) : error
    }
  }

  const request = createEvmRequest({
    getName: () => 'The sign-in site',
    async getState() {
      const found = await user.get()
      const chainId = typeof found?.chainId === 'number' ? found.chainId : user.firstChainId
      return { addresses: user.listAddresses(found), chainId }
    },
    takes: (method) => safeMethods.has(method) || approvalMethods.has(method),
    async ask(method, params, chainId) {
      if (!approvalMethods.has(method)) return askSite(method, params, chainId)
      const signer = findSigner(method, params, user.listAddresses())
      const answer = await approve(toQuestion(method, params, chainId), (run) =>
        user.use(signer, chainId, run),
      )
      if (!isHarmless(method)) void user.onSent()
      return answer
    },
    read: askSite,
    goTo,
    end: signOut,
  })

  return {
    request,
    async connectEmail(email, signal) {
      const sendableAt = login.getSendableAt(Date.now())
      if (sendableAt > Date.now())
        throw new BillfoldError('auth_too_soon', 'An email was just sent. Wait before you request another.', {
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
        // Listen before opening the URL: if the provider already knows the person, the result comes at once.
        const result = readResult(popup, origin, signal)
        const uri = leaving.then(() => frame.ask('GET_SOCIAL_REDIRECT_URI', { provider: social }, { signal }))
        const address = await Promise.race([uri, result.then(() => uri)])
        // The popup was opened empty: opening it now, outside the click, would be blocked.
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
