/** Says in passing that something was copied. */
import { useSignals } from '@preact/signals-react/runtime'
import { snackIcons } from '../../src/base/snacks.ts'
import { addSheet } from '../base/sheets.ts'
import { IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import css from '../components/snackbar.css?inline'
import { usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'

addSheet(css)

export function Snack() {
  useSignals()
  const { snacks } = usePortfolio()
  const snack = snacks.current.value
  const words = snack && typeof snack.message === 'string' ? snack.message : undefined
  return (
    <div className="snacks page-snacks">
      <div aria-live="polite" aria-atomic="true">
        {snack && words && (
          <div className={`snack ${snack.variant}`} part="snack" onFocus={snacks.keepOpen}>
            <Icon name={snackIcons[snack.variant] ?? 'check'} />
            <div>
              <b>{words}</b>
              {typeof snack.detail === 'string' && <p>{snack.detail}</p>}
            </div>
            <IconButton small icon="close" label={texts.dismiss} onClick={snacks.dismiss} />
          </div>
        )}
      </div>
    </div>
  )
}
