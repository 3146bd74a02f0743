/** Explains why one account has different balances on different networks. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import leafCss from '../components/leaf.css?inline'
import { Mark } from '../components/mark.tsx'
import { GuidePoint } from '../components/guide-point.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import { guideTexts } from './guide-texts.ts'
import { isOfNamespace } from '../../src/wallets/is-of-namespace.ts'
import { texts } from './texts.ts'
import css from './what-is-a-network.css?inline'

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'WhatIsANetwork'> = {
  title: () => texts.whatIsANetwork,
  View: WhatIsANetwork,
}

/** Number of networks to show as examples. */
const SHOWN = 3

function WhatIsANetwork() {
  useSignals()
  const { account, router, enableNetworkSwitch } = useShell()
  const { value: state } = account
  const isConnected = state.status === 'connected'

  /** If there is no previous view, because the page opened this one, open the list of networks. */
  function seeNetworks(): void {
    if (router.history.peek().length > 1) router.goBack()
    else router.reset('Networks')
  }

  return (
    <div className="body">
      <p className="lede">{guideTexts.networkLede}</p>
      {isConnected && <OneAddress account={state} />}
      <ul className="points">
        <GuidePoint drawing="layers" title={guideTexts.sameAddress}>
          {guideTexts.sameAddressText}
        </GuidePoint>
        <GuidePoint drawing="card" title={guideTexts.ownFee}>
          {guideTexts.ownFeeText}
        </GuidePoint>
      </ul>
      {isConnected && enableNetworkSwitch && <Button onClick={seeNetworks}>{guideTexts.seeNetworks}</Button>}
    </div>
  )
}

function OneAddress({ account }: { account: ConnectedAccount }) {
  const { networks } = useShell()
  return (
    <div className="leaf one-address" part="leaf">
      <div className="pad">
        <Avatar address={account.address} size={28} />
        <span className="row-title">{guideTexts.yourAddress}</span>
        <bdi className="mono" dir="ltr">
          {shortAddress(account.address)}
        </bdi>
      </div>
      <div className="crease" />
      <ul className="pad">
        {networks
          .filter((network) => isOfNamespace(account, network))
          .slice(0, SHOWN)
          .map(({ caipNetworkId, name, imageUrl }) => (
            <li key={caipNetworkId}>
              <Mark name={name} url={imageUrl} size={18} shape="round" />
              <bdi>{name}</bdi>
              <span>{guideTexts.ownBalance}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}
