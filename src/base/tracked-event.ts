/** User actions that are not part of the modal's state: views write them, and reports follow them. */
import type { Signal } from '@preact/signals-core'

export type TrackedEvent =
  | {
      event:
        | 'CLICK_TRANSACTIONS'
        | 'LOAD_MORE_TRANSACTIONS'
        /** An email address is sent to the site that signs in. */
        | 'EMAIL_SUBMITTED'
        | 'EMAIL_LOGIN_SELECTED'
        /** A mail with a code is on its way. */
        | 'EMAIL_VERIFICATION_CODE_SENT'
        | 'EMAIL_VERIFICATION_CODE_PASS'
        | 'EMAIL_VERIFICATION_CODE_FAIL'
        /** The link in the mail was followed. */
        | 'DEVICE_REGISTERED_FOR_EMAIL'
    }
  /** The search words are not reported: they could identify a person. */
  | { event: 'SEARCH_WALLET'; properties: { certified: boolean } }
  | { event: 'SET_PREFERRED_ACCOUNT_TYPE'; properties: { accountType: string; network: string } }
  | {
      event:
        | 'SOCIAL_LOGIN_STARTED'
        /** The provider has answered, and the site is asked who it is. */
        | 'SOCIAL_LOGIN_SUCCESS'
        | 'SOCIAL_LOGIN_ERROR'
        | 'SOCIAL_LOGIN_CANCELED'
      properties: { provider: string }
    }

/** For views, where a signal of the shell is not theirs to set. */
export function track(
  { trackedEvent }: { trackedEvent: Signal<TrackedEvent | undefined> },
  what: TrackedEvent,
): void {
  trackedEvent.value = what
}
