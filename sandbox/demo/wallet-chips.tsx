/**
 * Chooses the wallets in the page, as if browser extensions were added and removed, and whether people can sign in
 * without a wallet. Each change reloads the page.
 */
import type { ReactElement } from 'react'
import { type WalletName, walletNames, withWallets } from '../people/wallets/choice.ts'
import { Check } from './try-list.tsx'

export interface WalletChipsProps {
  wallets: readonly WalletName[]
  /** Whether people can sign in by email or a social account. */
  hasLogin: boolean
  hasSolana: boolean
  /** URL of the sandbox's phone wallet. */
  phone: string
}

const labels: Record<WalletName, readonly [text: string, what: string]> = {
  harbor: ['Harbor', 'EVM: the sandbox’s own wallet, announced through EIP-6963'],
  metamask: ['MetaMask', 'EVM: MetaMask’s own provider with the sandbox’s keys'],
  burner: ['Burner', 'Solana: a new key for each connection, approves everything'],
  reef: ['Reef', 'Solana: three accounts, registered through the Wallet Standard'],
  keel: ['Keel', 'Bitcoin: payment and ordinals addresses on regtest'],
}
const ofSolana: readonly WalletName[] = ['burner', 'reef']

export function WalletChips({ wallets, hasLogin, hasSolana, phone }: WalletChipsProps): ReactElement {
  const change = (name: WalletName) => {
    const next = wallets.includes(name) ? wallets.filter((each) => each !== name) : [...wallets, name]
    location.assign(withWallets(location.href, next))
  }
  function changeLogin(): void {
    const url = new URL(location.href)
    if (hasLogin) url.searchParams.delete('login')
    else url.searchParams.set('login', '')
    location.assign(url)
  }
  return (
    <section className="part" aria-labelledby="wallets">
      <h3 id="wallets">Ways to connect</h3>
      {!hasSolana && (
        <p className="note">Solana isn’t available: its validator doesn’t run on this platform.</p>
      )}
      <div className="chips">
        {walletNames.map((name) => {
          const [text, what] = labels[name]
          const isThere = wallets.includes(name)
          const isPossible = hasSolana || !ofSolana.includes(name)
          return (
            <button
              key={name}
              type="button"
              title={what}
              aria-pressed={isThere && isPossible}
              disabled={!isPossible}
              onClick={() => change(name)}
            >
              {isThere && isPossible && <Check />}
              {text}
            </button>
          )
        })}
        <button
          type="button"
          title="Without a wallet: email, social accounts or Farcaster"
          aria-pressed={hasLogin}
          onClick={changeLogin}
        >
          {hasLogin && <Check />}
          Email and social
        </button>
        <a
          href={phone}
          target="_blank"
          rel="noreferrer"
          title="WalletConnect: a phone wallet on its own page"
        >
          Open the phone
        </a>
      </div>
    </section>
  )
}
