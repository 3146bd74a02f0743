/** User actions that cannot be read from the modal's state. Views record them here, and analytics reports them. */
import type { Signal } from '@preact/signals-core'

export type TrackedEvent =
  | {
      event:
        | 'CLICK_TRANSACTIONS'
        | 'LOAD_MORE_TRANSACTIONS'
        /** The person submitted an email address to the sign-in site. */
        | 'EMAIL_SUBMITTED'
        | 'EMAIL_LOGIN_SELECTED'
        /** The sign-in site has sent a mail with a code. */
        | 'EMAIL_VERIFICATION_CODE_SENT'
        | 'EMAIL_VERIFICATION_CODE_PASS'
        | 'EMAIL_VERIFICATION_CODE_FAIL'
        /** The person followed the link in the mail. */
        | 'DEVICE_REGISTERED_FOR_EMAIL'
    }
  /** The search words are not reported, since they could identify a person. */
  | { event: 'SEARCH_WALLET'; properties: { certified: boolean } }
  | { event: 'SET_PREFERRED_ACCOUNT_TYPE'; properties: { accountType: string; network: string } }
  | {
      event:
        | 'SOCIAL_LOGIN_STARTED'
        /** The provider has answered. The sign-in site is now asked for the account. */
        | 'SOCIAL_LOGIN_SUCCESS'
        | 'SOCIAL_LOGIN_ERROR'
        | 'SOCIAL_LOGIN_CANCELED'
      properties: { provider: string }
    }

/** Records an action of a person. Analytics then reports it. */
export function track(
  { trackedEvent }: { trackedEvent: Signal<TrackedEvent | undefined> },
  what: TrackedEvent,
): void {
  trackedEvent.value = what
}
