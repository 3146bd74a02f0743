/** Explains account names before a person chooses one. */
import { toFullName } from '../../src/core/names/account-name.ts'
import { Button } from '../components/button.tsx'
import { Trans } from '../components/trans.tsx'
import { GuidePoint } from '../components/guide-point.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { texts } from './texts.ts'

export const view: ViewDefinition<'ChooseAccountName'> = {
  title: () => texts.title,
  next: ['RegisterAccountName'],
  View: ChooseAccountName,
}

function ChooseAccountName() {
  const { router } = useShell()
  return (
    <div className="body">
      <ul className="points">
        <GuidePoint drawing="card" title={texts.aName}>
          <Trans message={texts.aNameText} example={<bdi className="strong">{toFullName('mara')}</bdi>} />
        </GuidePoint>
        <GuidePoint drawing="pen" title={texts.isSigned}>
          {texts.isSignedText}
        </GuidePoint>
        <GuidePoint drawing="layers" title={texts.isPublic}>
          {texts.isPublicText}
        </GuidePoint>
      </ul>
      <Button kind="primary" onClick={() => router.push('RegisterAccountName')}>
        {texts.begin}
      </Button>
    </div>
  )
}
