/** A row of a list of wallets. Disabled until the person accepts the terms, if the page requires that. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useShell } from '../base/shell-context.ts'

interface EntryProps {
  name: string
  mark: ReactNode
  /** Shown below the name. */
  detail?: ReactNode
  /** At the end of the row. */
  end?: ReactNode
  onClick(): void
}

export function Entry({ name, mark, detail, end, onClick }: EntryProps) {
  useSignals()
  const { accepted } = useShell()
  return (
    <div role="listitem">
      <button type="button" className="row" part="wallet" disabled={!accepted.value} onClick={onClick}>
        {mark}
        <span className="row-text">
          <bdi className="row-title" title={name}>
            {name}
          </bdi>
          {detail}
        </span>
        {end}
      </button>
    </div>
  )
}
