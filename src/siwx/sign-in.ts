/** Signing in, as views and pages see it. */
import type { ConnectedAccount } from '../wallets/account.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { ErrorRecord } from '../core/base/errors.ts'
import type { Readable } from '../base/readable.ts'
import type { OneStep } from './one-step.ts'
import type { SIWXMessage, SIWXSession } from './siwx.ts'

export interface SignIn extends OneStep {
  readonly state: Readable<SignInState>
  /** Whether an account that is not signed in is disconnected. */
  isRequired(): boolean
  /** Sign-in is required and known to be missing: its view comes first and cannot be closed. */
  isHeld(): boolean
  /** The connected account is not known to be signed in, so the view has something to show. */
  isMissing(): boolean
  /** Called after an account was connected: continues with sign-in or ends the modal's task. */
  settle(): void
  /** Prepares the message to sign. Never rejects. */
  prepare(): Promise<void>
  /** Asks the wallet to sign the prepared message. Never rejects: the outcome is in `state`. */
  sign(): Promise<void>
  /** Repeats the check. */
  retry(): void
  /** The person declines. Takes effect at once, even if other work hangs (T16). */
  cancel(): void
  /**
   * For a page with its own views: prepares and signs without the modal. Resolves at once if the account is signed in.
   * @throws account_missing, network_missing, siwx_declined, siwx_invalid, siwx_unknown, aborted
   */
  request(): Promise<SIWXSession>
  /** Signs out the active account, which stays connected. @throws account_missing, and errors of the page's own code */
  signOut(): Promise<void>
  /** Ends the sessions of accounts that were disconnected; all sessions if none is connected. */
  leave(): void
  stop(): void
}

/** Sign-in code, which is fetched if the page uses sign-in. */
export interface LazySignIn {
  /** Undefined on a page without sign-in, and until the code is loaded. */
  readonly current: SignIn | undefined
  /** Undefined on a page without sign-in. @throws code_missing */
  load(): Promise<SignIn | undefined>
  /** Called after an account was connected: continues with sign-in where it is due, else closes. */
  settle(close: () => void): void
  /** Disconnected accounts that are not signed out yet. */
  readonly left: CaipAddress[]
  /** Signs out a disconnected account, now or as soon as the code is loaded. */
  leave(caipAddress: CaipAddress): void
  /** Stops following the account, even if the code loads later. */
  stop(): void
}

export type SignInState =
  /** No account is connected, or its network has no sign-in. */
  | { status: 'nobody' }
  /** `signed`: the message was signed with the connection and is being verified. */
  | { status: 'checking'; signed?: true }
  /** The session check failed. */
  | { status: 'unknown'; error: ErrorRecord }
  /** The error: why the signature could not be requested. */
  | { status: 'signed-out'; error?: ErrorRecord }
  | { status: 'preparing' }
  | { status: 'ready'; request: SignRequest }
  /** The wallet shows the request. */
  | { status: 'signing'; request: SignRequest }
  /** The message is signed and being verified. */
  | { status: 'confirming'; request: SignRequest }
  | { status: 'signed-in'; session: SIWXSession }

/** The message to sign, exactly as it was shown. */
export interface SignRequest {
  account: ConnectedAccount
  message: SIWXMessage
  text: string
}
