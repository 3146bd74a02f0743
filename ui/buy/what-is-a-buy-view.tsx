/** For somebody who has not bought before. */
import { Button } from '../components/button.tsx'
import { Trans } from '../components/trans.tsx'
import { Point } from '../components/point.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { texts } from './texts.ts'

export const view: ViewDefinition<'WhatIsABuy'> = {
  title: () => texts.what,
  View: WhatIsABuy,
}

function WhatIsABuy() {
  const { metadata, router } = useShell()
  return (
    <div className="body">
      <ul className="points">
        <Point drawing="card" title={texts.bankOrCard}>
          {texts.bankOrCardText}
        </Point>
        <Point drawing="lock" title={texts.theyAsk}>
          <Trans message={texts.theyAskText} site={<bdi>{metadata.name}</bdi>} />
        </Point>
        <Point drawing="layers" title={texts.feesVary}>
          {texts.feesVaryText}
        </Point>
      </ul>
      <Button kind="primary" onClick={() => router.goBack()}>
        {texts.title}
      </Button>
    </div>
  )
}
