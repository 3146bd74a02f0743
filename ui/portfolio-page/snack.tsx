/** A short message about a success or failure in the portfolio. */
import { useSignals } from '@preact/signals-react/runtime'
import { snackIcons } from '../../src/base/snacks.ts'
import { addSheet } from '../base/sheets.ts'
import { IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Reason } from '../components/reason.tsx'
import css from '../components/snackbar.css?inline'
import { usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'

addSheet(css)

export function Snack() {
  useSignals()
  const { snacks } = usePortfolio()
  const snack = snacks.current.value
  const message = snack && typeof snack.message === 'string' && (
    <div className={`snack ${snack.variant}`} part="snack" onFocus={snacks.keepOpen}>
      <Icon name={snackIcons[snack.variant] ?? 'check'} />
      <div>
        <b>{snack.message}</b>
        {snack.detail && (
          <p>{typeof snack.detail === 'string' ? snack.detail : <Reason error={snack.detail} />}</p>
        )}
      </div>
      <IconButton small icon="close" label={texts.dismiss} onClick={snacks.dismiss} />
    </div>
  )
  return (
    <div className="snacks page-snacks">
      <div aria-live="assertive" aria-atomic="true">
        {snack?.variant === 'error' && message}
      </div>
      <div aria-live="polite" aria-atomic="true">
        {snack?.variant !== 'error' && message}
      </div>
    </div>
  )
}
