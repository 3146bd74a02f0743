/** The row below the verified items. Pressing the row opens the unverified items. */
import type { Routes } from '../../src/shell/routes.ts'
import { Icon } from '../components/icon.tsx'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { texts } from './texts.ts'
import css from './unverified-entry.css?inline'

addSheet(css)

export function UnverifiedEntry({ count, ...open }: Routes['Unverified'] & { count: number }) {
  const { router } = useViewer()
  return (
    <button
      type="button"
      className="row unverified-entry"
      part="unverified"
      onClick={() => router.push('Unverified', open)}
    >
      <span className="flag">
        <Icon name="flag" />
      </span>
      <span className="row-text">
        <span className="row-title">{t(texts.count, { n: count })}</span>
        <span className="row-detail">{texts.likelySpam}</span>
      </span>
      <Icon name="right" size={18} />
    </button>
  )
}
