/** The embedding app, as its users know it. */
export interface Metadata {
  name: string
  description?: string
  /** Default: the page's origin. */
  url?: string
  /** https or data URLs; the first is shown. */
  icons?: readonly string[]
}
