/** What came unasked, and what was seen of each. Nothing here leads out of the page. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useState } from 'react'
import type { UnverifiedActivity as Unverified } from '../../src/core/activity.ts'
import { type ErrorRecord, toErrorRecord } from '../../src/core/errors.ts'
import { deadenLinks } from '../../src/core/text.ts'
import type { CaipAddress } from '../../src/core/caip.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { Button } from '../components/button.tsx'
import { Failure } from '../components/notice.tsx'
import { SkeletonRow } from '../components/skeleton.tsx'
import { useShell } from '../shell-context.ts'
import { addSheet } from '../sheets.ts'
import { say } from '../texts.ts'
import type { ViewDefinition } from '../view.ts'
import { texts } from './texts.ts'
import css from './unverified.css?inline'

addSheet(css)

declare module '../../src/shell/routes.ts' {
  interface Routes {
    UnverifiedActivity: PanelProps
  }
}

/** Rows at first, and with each further wish. */
const STEP = 20

export const view: ViewDefinition<'UnverifiedActivity'> = {
  title: () => texts.unverified,
  View: ({ data }) => data && <UnverifiedActivity {...data} />,
}

function UnverifiedActivity({ account }: PanelProps) {
  useSignals()
  const count = useShell().topic('activity', { account }).value.data?.hidden.spam ?? 0
  // More of them are read anew.
  return <UnverifiedList key={count} account={account} count={count} />
}

function UnverifiedList({ account, count }: { account: CaipAddress; count: number }) {
  const { rows, error, retry } = useUnverified(account)
  const [shown, setShown] = useState(STEP)
  if (error) return <Failure title={texts.unverifiedFailed} error={error} onRetry={retry} />
  const left = rows ? rows.length - shown : 0
  const older = rows ? count - rows.length : 0
  return (
    <div className="unverified-activity">
      <p className="explanation">{texts.unasked}</p>
      <div role="list" aria-label={texts.unverified} aria-busy={!rows}>
        {rows
          ? rows.slice(0, shown).map((row) => <UnverifiedRow key={row.id} row={row} />)
          : Array.from({ length: Math.min(count, 4) }, (_, index) => (
              <div key={index} role="listitem">
                <SkeletonRow />
              </div>
            ))}
      </div>
      {left > 0 && (
        <Button kind="quiet" onClick={() => setShown(shown + STEP)}>
          {say(texts.showMore, { n: left })}
        </Button>
      )}
      {left <= 0 && older > 0 && <p className="explanation">{say(texts.olderUnverified, { n: older })}</p>}
    </div>
  )
}

interface Asked {
  /** Undefined while they are being read. */
  rows?: readonly Unverified[]
  error?: ErrorRecord
}

function useUnverified(account: CaipAddress): Asked & { retry(): void } {
  const { call } = useShell()
  const [asked, setAsked] = useState<Asked>({})
  const read = useCallback(
    (signal: AbortSignal) => {
      const show = (answer: Asked) => {
        if (!signal.aborted) setAsked(answer)
      }
      call('unverifiedActivity', { account }, { signal }).then(
        (rows) => show({ rows }),
        (error: unknown) => show({ error: toErrorRecord(error) }),
      )
    },
    [call, account],
  )
  useEffect(() => {
    const reading = new AbortController()
    read(reading.signal)
    return () => reading.abort()
  }, [read])
  return { ...asked, retry: () => read(new AbortController().signal) }
}

function UnverifiedRow({ row }: { row: Unverified }) {
  const name = deadenLinks(row.name) || texts.noName
  return (
    <div role="listitem" className="unverified-thing" part="unverified-activity">
      <span className="letter" aria-hidden="true">
        {Array.from(name.replace(/[^\p{L}\p{N}]/gu, ''))[0] ?? '?'}
      </span>
      <span className="row-text">
        <bdi className="row-title" title={name}>
          {name}
        </bdi>
        <span className="row-detail">{texts.reasons[row.reason]}</span>
      </span>
      <bdi className="date" dir="ltr">
        {row.date}
      </bdi>
    </div>
  )
}
