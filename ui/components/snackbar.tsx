/** The message that floats over the card. Errors stay until they were seen. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Snack } from '../../src/shell/snacks.ts'
import { useShell } from '../shell-context.ts'
import { say } from '../texts.ts'
import { IconButton } from './button.tsx'
import { saySnack, saySnackDetail } from '../snack-texts.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { addSheet } from '../sheets.ts'
import css from './snackbar.css?inline'
import { texts } from './texts.ts'

addSheet(css)

export function Snackbar() {
  useSignals()
  const { snacks } = useShell()
  const snack = snacks.current.value
  const waiting = snacks.waiting.value
  return (
    <div className="snacks">
      {/* Both are there before there is a text in them: one that turned into the other would be read twice, or not. */}
      <div aria-live="assertive" aria-atomic="true">
        {snack?.variant === 'error' && <Message snack={snack} waiting={waiting} />}
      </div>
      <div aria-live="polite" aria-atomic="true">
        {snack && snack.variant !== 'error' && <Message snack={snack} waiting={waiting} />}
      </div>
    </div>
  )
}

function Message({ snack, waiting }: { snack: Snack; waiting: number }) {
  const { snacks } = useShell()
  const { variant, message, detail, action } = snack
  return (
    <div className={`snack ${variant}`} part="snack">
      {variant === 'loading' ? <Spinner /> : <Icon name={variant === 'error' ? 'warn' : 'check'} />}
      <div>
        <b>{saySnack(message)}</b>
        {detail && <p>{saySnackDetail(detail)}</p>}
        {(action || waiting > 0) && (
          <div className="more">
            {action && (
              <button type="button" className="link" onClick={action.run}>
                {saySnack(action.label)}
              </button>
            )}
            {waiting > 0 && <span>{say(texts.moreMessages, { n: waiting })}</span>}
          </div>
        )}
      </div>
      {variant !== 'loading' && (
        <IconButton small icon="close" label={texts.dismiss} onClick={snacks.dismiss} />
      )}
    </div>
  )
}
