/** Why the same account holds different things on different networks. */
import { useSignals } from '@preact/signals-react/runtime'
import { shortAddress } from '../../src/core/address.ts'
import { Avatar } from '../account/avatar.tsx'
import { Button } from '../components/button.tsx'
import leafCss from '../account/leaf.css?inline'
import { Mark } from '../components/mark.tsx'
import { Point } from '../guides/point.tsx'
import { useShell } from '../shell-context.ts'
import { addSheet } from '../sheets.ts'
import type { ViewDefinition } from '../view.ts'
import { guideTexts } from './guide-texts.ts'
import { isOfNamespace } from './is-of-namespace.ts'
import { texts } from './texts.ts'
import css from './what-is-a-network.css?inline'

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'WhatIsANetwork'> = {
  title: () => texts.whatIsANetwork,
  View: WhatIsANetwork,
}

/** More would explain no better. */
const SHOWN = 3

function WhatIsANetwork() {
  useSignals()
  const { account, networks, router } = useShell()
  const { value: state } = account
  if (state.status !== 'connected') return null
  return (
    <div className="body">
      <p className="lede">{guideTexts.networkLede}</p>
      <div className="leaf one-address" part="leaf">
        <div className="pad">
          <Avatar address={state.address} size={28} />
          <span className="row-title">{guideTexts.yourAddress}</span>
          <bdi className="mono" dir="ltr">
            {shortAddress(state.address)}
          </bdi>
        </div>
        <div className="crease" />
        <ul className="pad">
          {networks
            .filter((network) => isOfNamespace(state, network))
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
      <ul className="points">
        <Point drawing="layers" title={guideTexts.sameAddress}>
          {guideTexts.sameAddressText}
        </Point>
        <Point drawing="card" title={guideTexts.ownFee}>
          {guideTexts.ownFeeText}
        </Point>
      </ul>
      <Button onClick={() => router.goBack()}>{guideTexts.seeNetworks}</Button>
    </div>
  )
}
