/**
 * Query parameters for the wallets in the page, how they announce themselves, and the person in Harbor:
 * `?wallets=harbor,reef&announcing=late&harbor=a-new-person`.
 */

export const walletNames = ['harbor', 'metamask', 'burner', 'reef', 'keel'] as const
export type WalletName = (typeof walletNames)[number]

export const announcings = ['once', 'twice', 'legacy', 'late', 'held'] as const
/**
 * `legacy`: no announcement, only a provider on `window` where the wallet has one. `late`: announces itself some
 * seconds after the page loads. `held`: announces itself on the window event `sandbox-announce`, which tests send.
 */
export type Announcing = (typeof announcings)[number]

export interface WalletChoice {
  wallets: readonly WalletName[]
  announcing: Announcing
  /** Seed of the only person in Harbor. Absent: Harbor has Mara and Wren. */
  harborSeed?: string
}

/** Default: both EVM wallets, announced once. */
export function readWalletChoice(query: URLSearchParams): WalletChoice {
  const asked = query.get('wallets')?.split(',') ?? ['harbor', 'metamask']
  const announcing = announcings.find((each) => each === query.get('announcing')) ?? 'once'
  const seed = query.get('harbor')
  return {
    wallets: walletNames.filter((name) => asked.includes(name)),
    announcing,
    ...(seed ? { harborSeed: seed } : {}),
  }
}

/** @returns the URL with these wallets in its query */
export function withWallets(address: string, wallets: readonly WalletName[]): string {
  const url = new URL(address)
  url.searchParams.set('wallets', wallets.join())
  return url.href
}
