/** The progress of a name registration. */
import type { ConnectedAccount } from '../wallets/account.ts'
import type { ErrorRecord } from '../core/base/errors.ts'

/** Names are whole, such as `mara.reown.id`. */
export type RegistrationState =
  | { status: 'idle' }
  /** The reason why the last attempt failed. */
  | { status: 'failed'; name: string; error: ErrorRecord }
  /** Checks that the name is still free, and asks the server for its time. */
  | { status: 'preparing'; name: string; account: ConnectedAccount }
  /** The wallet shows exactly this text. */
  | { status: 'signing'; name: string; account: ConnectedAccount; message: string }
  | { status: 'registering'; name: string; account: ConnectedAccount; message: string }
  /** The registration may or may not have succeeded. */
  | { status: 'unknown'; name: string; account: ConnectedAccount }
  /** Checks whether an unanswered registration succeeded. */
  | { status: 'looking'; name: string; account: ConnectedAccount }
  | { status: 'registered'; name: string; account: ConnectedAccount }
