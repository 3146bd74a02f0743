/** A button that refreshes the account's data and shows when it was last updated. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { readClock } from '../base/clock.ts'
import { Icon } from '../components/icon.tsx'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import css from './reload.css?inline'
import { formatAge } from '../components/format-age.ts'
import { texts } from './texts.ts'

addSheet(css)

const LISTS = ['portfolio', 'activity'] as const

export function Reload({ account }: { account: CaipAddress }) {
  useSignals()
  const { call, topic, locale = navigator.language } = useViewer()
  const { fetchedAt } = topic('portfolio', { account }).value
  const [isBusy, setBusy] = useState(false)
  const age = fetchedAt === undefined ? [] : [formatAge(texts.updated, fetchedAt, readClock(), locale)]
  async function reload(): Promise<void> {
    setBusy(true)
    // Ignore failures here, since the view of each topic shows them.
    await Promise.allSettled(LISTS.map((topic) => call('refresh', { topic, params: { account } })))
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="icon-button reload"
      part="icon-button"
      aria-label={isBusy ? texts.reloading : texts.reload}
      aria-disabled={isBusy || undefined}
      title={[texts.reload, ...age].join('\n')}
      onClick={isBusy ? undefined : () => void reload()}
    >
      <Icon name="refresh" size={18} />
    </button>
  )
}
