/** The interface of sign-in for views and pages. */
import type { ConnectedAccount } from '../wallets/account.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { ErrorRecord } from '../core/base/errors.ts'
import type { Readable } from '../base/readable.ts'
import type { OneStep } from './one-step.ts'
import type { SIWXMessage, SIWXSession } from './siwx.ts'

export interface SignIn extends OneStep {
  readonly state: Readable<SignInState>
  /** Whether an account is disconnected if it does not sign in. */
  isRequired(): boolean
  /** Whether sign-in is required and known to be missing. Then the sign-in view comes first and cannot be closed. */
  isHeld(): boolean
  /** Whether the connected account is not known to be signed in, so that the sign-in view has something to show. */
  isMissing(): boolean
  /** Called after an account was connected: shows the sign-in view, or closes the modal. */
  settle(): void
  /** Prepares the message to sign. Never rejects. */
  prepare(): Promise<void>
  /** Asks the wallet to sign the prepared message. Never rejects: the outcome is in `state`. */
  sign(): Promise<void>
  /** Checks again whether the account is signed in. */
  retry(): void
  /** Called when the person declines to sign in. Takes effect at once, even if requests hang (T16). */
  cancel(): void
  /**
   * For a page with its own views: prepares and signs without the modal. Resolves at once if the account is already
   * signed in.
   * @throws account_missing, network_missing, siwx_declined, siwx_invalid, siwx_unknown, aborted
   */
  request(): Promise<SIWXSession>
  /** Signs out the active account, which stays connected. @throws account_missing, and errors of the page's own code */
  signOut(): Promise<void>
  /** Signs out the accounts in `LazySignIn.left`. If no account is connected any more, ends all sessions. */
  leave(): void
  stop(): void
}

/** Loads the sign-in code, if the page has sign-in enabled. */
export interface LazySignIn {
  /** Undefined on a page without sign-in, and until the code is loaded. */
  readonly current: SignIn | undefined
  /** Undefined on a page without sign-in. @throws code_missing */
  load(): Promise<SignIn | undefined>
  /** Called after an account was connected: shows the sign-in view if sign-in is due, otherwise calls `close`. */
  settle(close: () => void): void
  /** Disconnected accounts that still have to be signed out. */
  readonly left: CaipAddress[]
  /** Signs out a disconnected account, now or as soon as the code is loaded. */
  leave(caipAddress: CaipAddress): void
  /** Stops watching the account, even if the code is loaded later. */
  stop(): void
}

export type SignInState =
  /** No account is connected, or its network has no sign-in. */
  | { status: 'nobody' }
  /** `signed`: the message was signed together with the connection, and is being verified. */
  | { status: 'checking'; signed?: true }
  /** It is unknown whether the account is signed in, since the check failed. */
  | { status: 'unknown'; error: ErrorRecord }
  /** `error`: why the message could not be prepared. */
  | { status: 'signed-out'; error?: ErrorRecord }
  | { status: 'preparing' }
  | { status: 'ready'; request: SignRequest }
  /** The wallet shows the request. */
  | { status: 'signing'; request: SignRequest }
  /** The message is signed, and is being verified. */
  | { status: 'confirming'; request: SignRequest }
  | { status: 'signed-in'; session: SIWXSession }

/** The message to sign, exactly as it was shown. */
export interface SignRequest {
  account: ConnectedAccount
  message: SIWXMessage
  text: string
}
