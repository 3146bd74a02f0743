/** What a person signs to register a name: the name, account, network and exact text. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { Avatar } from '../components/avatar.tsx'
import leafCss from '../components/leaf.css?inline'
import { Fact } from '../components/fact.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { addSheet } from '../base/sheets.ts'
import { texts } from './texts.ts'

addSheet(leafCss)

interface NameRequestProps {
  name: string
  account: ConnectedAccount
  /** The text to sign. */
  message: string
}

export function NameRequest({ name, account, message }: NameRequestProps) {
  useSignals()
  const { address, network, caipNetworkId } = account
  return (
    <div className="leaf" part="leaf">
      <div className="pad named">
        <Avatar address={address} size={44} />
        <bdi className="whole-name" dir="ltr">
          {name}
        </bdi>
      </div>
      <div className="crease" />
      <dl className="pad fact-list">
        <Fact name={texts.account}>
          <bdi className="mono" dir="ltr" title={address}>
            {shortAddress(address)}
          </bdi>
        </Fact>
        <Fact name={texts.network}>
          <bdi>{network?.name ?? nameNetwork(caipNetworkId)}</bdi>
        </Fact>
      </dl>
      <div className="crease" />
      <p className="pad-head">{texts.message}</p>
      <pre tabIndex={0} dir="ltr" aria-label={texts.message}>
        {message}
      </pre>
    </div>
  )
}
