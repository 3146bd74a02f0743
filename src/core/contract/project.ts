/** Settings from the project's dashboard, and reports that a page sends. */

/** Features that the dashboard decides. Absent: the page decides. Source: GET /appkit/v1/config. */
export interface RemoteFeatures {
  activity?: boolean
  email?: boolean
  /** Names in display order; false: no social logins. */
  socials?: readonly string[] | false
  /** Providers. */
  swaps?: readonly string[] | false
  onramp?: readonly string[] | false
  /** Set only where the dashboard names it: an older dashboard may not know smart sessions. */
  smartSessions?: boolean
  /** Whether the page may ask for payments. */
  pay?: boolean
}

/** A field is absent until the dashboard has answered. */
export interface ProjectConfig {
  features?: RemoteFeatures
  /** Whether reports are wanted. Source: GET /getAnalyticsConfig. */
  analytics?: boolean
}

/**
 * One report.
 * @see docs/analytics.md
 */
export interface Report {
  /** error: something failed in Billfold. */
  type: 'track' | 'error'
  event: string
  /** The connected account's address, as the wallet gave it; absent while disconnected. */
  address?: string | undefined
  properties?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> | undefined
  /** Of the page, without query and fragment. */
  url: string
}
