/** The list of networks on which the account has the same address. */
import { useSignals } from '@preact/signals-react/runtime'
import { readSmartAccounts } from '../../src/base/smart-accounts.ts'
import { Mark } from '../components/mark.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import { listCompatible } from '../../src/wallets/list-compatible.ts'
import css from './receive.css?inline'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'WalletCompatibleNetworks'> = {
  title: () => texts.networks,
  View: CompatibleNetworks,
}

function CompatibleNetworks() {
  useSignals()
  const shell = useShell()
  const state = shell.account.value
  if (state.status !== 'connected') return null
  const account = readSmartAccounts(state, shell)
  return (
    <>
      <ul className="list compatible" aria-label={texts.networks}>
        {listCompatible(account, shell.networks).map(({ caipNetworkId, name, imageUrl }) => (
          <li key={caipNetworkId} className="row fact">
            <Mark name={name} url={imageUrl} size={32} shape="round" />
            <bdi className="row-title">{name}</bdi>
            {caipNetworkId === account.caipNetworkId && <span className="row-detail">{texts.current}</span>}
          </li>
        ))}
      </ul>
      <footer className="footer">{texts.sameAddress}</footer>
    </>
  )
}
