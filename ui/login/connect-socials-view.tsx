/** The list of all social logins, with their names. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Routes } from '../../src/shell/routes.ts'
import { Entry } from '../components/entry.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { startSocial } from './login.ts'
import { drawSocial } from './social-marks.ts'
import { listSocials, nameSocial } from './socials.ts'
import { texts } from './texts.ts'

export const view: ViewDefinition<'ConnectSocials'> = {
  title: () => texts.chooseSocial,
  next: ['ConnectingSocial'],
  View: ConnectSocials,
}

function ConnectSocials({ data }: { data: Routes['ConnectSocials'] }) {
  useSignals()
  const shell = useShell()
  return (
    <div className="list" role="list" aria-label={texts.socials}>
      {listSocials(shell.features.value).map((social) => (
        <Entry
          key={social}
          name={nameSocial(social)}
          mark={<Mark name={nameSocial(social)} url={drawSocial(social)} size={40} shape="square" />}
          end={<Icon name="right" size={18} />}
          onClick={() => startSocial(shell, social, data?.network)}
        />
      ))}
    </div>
  )
}
