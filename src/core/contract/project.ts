/** Settings of the project's dashboard, and reports that a page sends. */

/** Features as the dashboard sets them. Absent: the page's own option decides. Source: GET /appkit/v1/config. */
export interface RemoteFeatures {
  activity?: boolean
  email?: boolean
  /** Names in display order; false: no social logins. */
  socials?: readonly string[] | false
  /** Names of providers; false: the feature is off. */
  swaps?: readonly string[] | false
  onramp?: readonly string[] | false
  /** Absent if the dashboard does not name this feature: an older dashboard may not know smart sessions. */
  smartSessions?: boolean
  /** Whether the page may request payments. */
  pay?: boolean
}

/** Each field is absent until the dashboard has answered. */
export interface ProjectConfig {
  features?: RemoteFeatures
  /** Whether the project wants reports. Source: GET /getAnalyticsConfig. */
  analytics?: boolean
}

/**
 * One analytics report.
 * @see docs/analytics.md
 */
export interface Report {
  /** error: something failed in Billfold. */
  type: 'track' | 'error'
  event: string
  /** The connected account's address, as the wallet gave it; absent while disconnected. */
  address?: string | undefined
  properties?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> | undefined
  /** URL of the page, without query and fragment. */
  url: string
}
