/** The name and address of an account. */
import { useSignals } from '@preact/signals-react/runtime'
import { shortAddress } from '../../src/core/chains/address.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import type { Identity } from '../../src/core/assets/identity.ts'
import { listOnNetworks, type PortfolioAccount } from '../../src/portfolio/account.ts'
import type { Viewer } from '../../src/shell/viewer.ts'

/** The account's address, with its checksum. */
export function getAddress({ namespace, address }: PortfolioAccount): string {
  return namespace === 'eip155' ? toChecksumAddress(address) : address
}

/** The name and picture of the account. Reads a signal. */
function getIdentity(account: PortfolioAccount, { networks, topic }: Pick<Viewer, 'networks' | 'topic'>) {
  const [first] = listOnNetworks(account, networks)
  return first ? (topic('identity', { account: first }).value.data as Identity | undefined) : undefined
}

export function useAccountName(
  account: PortfolioAccount,
  viewer: Pick<Viewer, 'networks' | 'topic'>,
): { name: string | undefined; short: string; avatarUrl: string | undefined } {
  useSignals()
  const { name, avatarUrl } = getIdentity(account, viewer) ?? {}
  return { name: name ?? account.name, short: shortAddress(getAddress(account)), avatarUrl }
}

export function AccountWords({ name, short }: { name: string | undefined; short: string }) {
  return (
    <span className="row-text">
      <bdi className={name ? 'row-title' : 'row-title mono'}>{name ?? short}</bdi>
      {name && (
        <bdi className="row-detail mono" dir="ltr">
          {short}
        </bdi>
      )}
    </span>
  )
}
