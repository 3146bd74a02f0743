/** Explains buying to people who are new to it. */
import { Button } from '../components/button.tsx'
import { Trans } from '../components/trans.tsx'
import { GuidePoint } from '../components/guide-point.tsx'
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
        <GuidePoint drawing="card" title={texts.bankOrCard}>
          {texts.bankOrCardText}
        </GuidePoint>
        <GuidePoint drawing="lock" title={texts.theyAsk}>
          <Trans message={texts.theyAskText} site={<bdi>{metadata.name}</bdi>} />
        </GuidePoint>
        <GuidePoint drawing="layers" title={texts.feesVary}>
          {texts.feesVaryText}
        </GuidePoint>
      </ul>
      <Button kind="primary" onClick={() => router.goBack()}>
        {texts.title}
      </Button>
    </div>
  )
}
