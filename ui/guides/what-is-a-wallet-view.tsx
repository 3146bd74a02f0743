/** Explains wallets to people who have none. */
import { Button } from '../components/button.tsx'
import { Trans } from '../components/trans.tsx'
import { texts as connectTexts } from '../connect/texts.ts'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { GuidePoint } from '../components/guide-point.tsx'
import { texts } from './texts.ts'

export const view: ViewDefinition<'WhatIsAWallet'> = {
  title: () => connectTexts.whatIsAWallet,
  next: ['GetWallet'],
  View: WhatIsAWallet,
}

function WhatIsAWallet() {
  const { metadata, router } = useShell()
  return (
    <div className="body">
      <ul className="points">
        <GuidePoint drawing="key" title={texts.keepsYourKey}>
          <Trans message={texts.keepsYourKeyText} site={<bdi>{metadata.name}</bdi>} />
        </GuidePoint>
        <GuidePoint drawing="pen" title={texts.asksFirst}>
          {texts.asksFirstText}
        </GuidePoint>
        <GuidePoint drawing="lock" title={texts.nobodyRestores}>
          {texts.nobodyRestoresText}
        </GuidePoint>
      </ul>
      <Button kind="primary" onClick={() => router.push('GetWallet')}>
        {texts.getAWallet}
      </Button>
    </div>
  )
}
