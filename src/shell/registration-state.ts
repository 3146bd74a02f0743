/** The progress of a name registration. */
import type { ConnectedAccount } from '../wallets/account.ts'
import type { ErrorRecord } from '../core/base/errors.ts'

/** `name` is the whole name, such as `mara.reown.id`. */
export type RegistrationState =
  | { status: 'idle' }
  /** `error`: why the last registration failed. */
  | { status: 'failed'; name: string; error: ErrorRecord }
  /** Billfold checks that the name is still free, and asks the server for the server's time. */
  | { status: 'preparing'; name: string; account: ConnectedAccount }
  /** `message`: exactly the text that the wallet shows. */
  | { status: 'signing'; name: string; account: ConnectedAccount; message: string }
  | { status: 'registering'; name: string; account: ConnectedAccount; message: string }
  /** The registration may or may not have succeeded. */
  | { status: 'unknown'; name: string; account: ConnectedAccount }
  /** The server did not answer, so Billfold checks whether the registration succeeded. */
  | { status: 'looking'; name: string; account: ConnectedAccount }
  | { status: 'registered'; name: string; account: ConnectedAccount }
