/** Confirms that the account's name is registered. */
import type { Routes } from '../../src/shell/routes.ts'
import { Avatar } from '../components/avatar.tsx'
import leafCss from '../components/leaf.css?inline'
import { Address } from '../components/whole-address.tsx'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './names.css?inline'
import { texts } from './texts.ts'

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'RegisterAccountNameSuccess'> = {
  title: () => texts.done,
  next: ['Account'],
  View: RegisterAccountNameSuccess,
}

function RegisterAccountNameSuccess({ data }: { data: Routes['RegisterAccountNameSuccess'] | undefined }) {
  const { router } = useShell()
  if (!data) return null
  const { name, account } = data
  return (
    <div className="body names">
      <div className="leaf" part="leaf">
        <div className="pad won">
          <span className="won-mark">
            <Avatar address={account.address} size={72} />
            <span className="seal">
              <Icon name="check" size={18} />
            </span>
          </span>
          <div role="status">
            <h3>
              <Trans message={texts.yours} name={<bdi dir="ltr">{name}</bdi>} />
            </h3>
          </div>
          <p>{texts.yoursText}</p>
          <Address address={account.address} />
        </div>
      </div>
      <Button kind="primary" onClick={() => router.goHome()}>
        {texts.letsGo}
      </Button>
    </div>
  )
}
