/** The message that floats over the card. Errors stay until they were seen. */
import { useSignals } from '@preact/signals-react/runtime'
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
    <div className="snacks" role={snack?.variant === 'error' ? 'alert' : 'status'} aria-atomic="true">
      {snack && (
        <div className={`snack ${snack.variant}`} part="snack">
          {snack.variant === 'loading' ? (
            <Spinner />
          ) : (
            <Icon name={snack.variant === 'error' ? 'warn' : 'check'} />
          )}
          <div>
            <b>{saySnack(snack.message)}</b>
            {snack.detail && <p>{saySnackDetail(snack.detail)}</p>}
            {(snack.action || waiting > 0) && (
              <div className="more">
                {snack.action && (
                  <button type="button" className="lk" onClick={snack.action.run}>
                    {saySnack(snack.action.label)}
                  </button>
                )}
                {waiting > 0 && <span>{say(texts.moreMessages, { n: waiting })}</span>}
              </div>
            )}
          </div>
          {snack.variant !== 'loading' && (
            <IconButton small icon="close" label={texts.dismiss} onClick={snacks.dismiss} />
          )}
        </div>
      )}
    </div>
  )
}
