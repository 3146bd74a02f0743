/** The description of the embedding app that wallets show to people. */
export interface Metadata {
  name: string
  description?: string
  /** Default: the page's origin. */
  url?: string
  /** https or data URLs. Only the first icon is shown. */
  icons?: readonly string[]
}
