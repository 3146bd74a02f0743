/**
 * Which wallets are in the page, how they make themselves known, and whose Harbor is:
 * `?wallets=harbor,reef&announcing=late&harbor=a-new-person`.
 */

export const walletNames = ['harbor', 'metamask', 'burner', 'reef', 'keel'] as const
export type WalletName = (typeof walletNames)[number]

export const announcings = ['once', 'twice', 'legacy', 'late', 'held'] as const
/**
 * legacy: only as a provider at the window, where a wallet has one. late: some seconds after the page. held: when the
 * page's window hears `sandbox-announce`, which a test sends.
 */
export type Announcing = (typeof announcings)[number]

export interface WalletChoice {
  wallets: readonly WalletName[]
  announcing: Announcing
  /** The seed of the one person in Harbor. Absent: Harbor holds mara and wren. */
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

/** @returns the page's address with other wallets in it. */
export function withWallets(address: string, wallets: readonly WalletName[]): string {
  const url = new URL(address)
  url.searchParams.set('wallets', wallets.join())
  return url.href
}
