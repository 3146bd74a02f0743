/** Shows the picture, name and address of an account. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { Avatar } from '../components/avatar.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import { ActionIcons } from './actions.tsx'
import { BalanceLine } from './balance.tsx'
import { Reload } from './reload.tsx'
import css from './who.css?inline'

addSheet(css)

/** The name and address. The address appears at once; the name appears when it is loaded. */
export function AccountIdentity({
  account,
  withBalance,
}: {
  account: ConnectedAccount
  withBalance?: boolean
}) {
  useSignals()
  const shell = useShell()
  const { name, avatarUrl } = shell.topic('identity', { account: account.caipAddress }).value.data ?? {}
  const short = shortAddress(account.address)
  return (
    <div className="who">
      <Avatar address={account.address} size={36} url={avatarUrl} />
      <div className="row-text">
        <bdi className={name ? 'row-title' : 'row-title mono'} title={name ?? account.address}>
          {name ?? short}
        </bdi>
        {withBalance ? (
          <BalanceLine account={account.caipAddress} />
        ) : (
          name && (
            <bdi className="row-detail mono" dir="ltr">
              {short}
            </bdi>
          )
        )}
      </div>
      {withBalance && <Reload account={account.caipAddress} />}
      {withBalance ? <ActionIcons account={account} /> : <CopyButton text={account.address} what="address" />}
    </div>
  )
}
