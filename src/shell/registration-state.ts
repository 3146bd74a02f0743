/** How far the registration of a name is. */
import type { ConnectedAccount } from '../wallets/account.ts'
import type { ErrorRecord } from '../core/base/errors.ts'

/** Names are whole, such as `mara.reown.id`. */
export type RegistrationState =
  | { status: 'idle' }
  /** Why the last try ended without the name. */
  | { status: 'failed'; name: string; error: ErrorRecord }
  /** Asked whether it is free still, and what time it is. */
  | { status: 'preparing'; name: string; account: ConnectedAccount }
  /** The wallet has this text, letter by letter. */
  | { status: 'signing'; name: string; account: ConnectedAccount; message: string }
  | { status: 'registering'; name: string; account: ConnectedAccount; message: string }
  /** Whether the name was registered is not known. */
  | { status: 'unknown'; name: string; account: ConnectedAccount }
  /** Somebody is asked for that again. */
  | { status: 'looking'; name: string; account: ConnectedAccount }
  | { status: 'registered'; name: string; account: ConnectedAccount }
