/** What the project's dashboard says of a page, and what a page reports of itself. */

/** What of a page's features is decided elsewhere. Absent: the page decides. Source: GET /appkit/v1/config. */
export interface RemoteFeatures {
  activity?: boolean
  email?: boolean
  /** By name, in the order in which they are offered; false: none. */
  socials?: readonly string[] | false
  /** Providers. */
  swaps?: readonly string[] | false
  onramp?: readonly string[] | false
  /** Only where the dashboard names them: it may not know them. */
  smartSessions?: boolean
  /** Whether the page may ask for payments. */
  pay?: boolean
}

/** What is absent could not be asked for yet. */
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
