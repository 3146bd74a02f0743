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
  /** It is required and known to be missing: the view stands first, and closing it is refused. */
  isHeld(): boolean
  /** Somebody is connected and not known to be signed in: there is something to show. */
  isMissing(): boolean
  /** Somebody has connected and waits for what comes next. */
  settle(): void
  /** Prepares what is to be signed. Never rejects. */
  prepare(): Promise<void>
  /** Asks the wallet for a signature of what is ready. Never rejects: the outcome stands in `state`. */
  sign(): Promise<void>
  /** Finds out again. */
  retry(): void
  /** A person does not want to. Takes effect at once, whatever still hangs (T16). */
  cancel(): void
  /**
   * For a page that draws it itself: prepares and signs without the modal. The session at once where somebody is signed in.
   * @throws account_missing, network_missing, siwx_declined, siwx_invalid, siwx_unknown, aborted
   */
  request(): Promise<SIWXSession>
  /** Of the account on top, which stays connected. @throws account_missing, and what the page's own code throws */
  signOut(): Promise<void>
  /** Ends the sessions of accounts that were disconnected; all sessions if none is connected. */
  leave(): void
  stop(): void
}

/** Its code is fetched where the page has it. */
export interface LazySignIn {
  /** Undefined where the page has none, and until it is there. */
  readonly current: SignIn | undefined
  /** Undefined where the page has none. @throws code_missing */
  load(): Promise<SignIn | undefined>
  /** Somebody has connected: who is to sign in does that next, and for all others it is over. */
  settle(close: () => void): void
  /** Disconnected accounts that are not signed out yet. */
  readonly left: CaipAddress[]
  /** An account has left, by whosever wish: it is signed out, now or as soon as the code is there. */
  leave(caipAddress: CaipAddress): void
  /** Stops following the account, even if the code loads later. */
  stop(): void
}

export type SignInState =
  /** Not connected, or on a network without sign-in. */
  | { status: 'nobody' }
  /** `signed`: the message was signed with the connection and is being verified. */
  | { status: 'checking'; signed?: true }
  /** Whether somebody is signed in could not be found out. */
  | { status: 'unknown'; error: ErrorRecord }
  /** The error: why it could not be asked for. */
  | { status: 'signed-out'; error?: ErrorRecord }
  | { status: 'preparing' }
  | { status: 'ready'; request: SignRequest }
  /** The wallet has it. */
  | { status: 'signing'; request: SignRequest }
  /** Signed; being verified. */
  | { status: 'confirming'; request: SignRequest }
  | { status: 'signed-in'; session: SIWXSession }

/** The signed text, exactly as it was shown. */
export interface SignRequest {
  account: ConnectedAccount
  message: SIWXMessage
  text: string
}
