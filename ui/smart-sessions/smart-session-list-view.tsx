/** The smart sessions of an account in tabs: active, expired and revoked. Each tab is grouped by month. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { SmartSession, SmartSessionState } from '../../src/core/assets/smart-session.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { formatDay, formatMonth } from '../../src/core/text/time.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { readClock } from '../base/clock.ts'
import { explainError } from '../base/explain-error.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { Button } from '../components/button.tsx'
import { Failure } from '../components/failure.tsx'
import { formatAge } from '../components/format-age.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Segment } from '../components/segment.tsx'
import { SkeletonRows } from '../lists/skeleton-rows.tsx'
import { readNow, readState } from './read-state.ts'
import css from './smart-sessions.css?inline'
import { texts } from './texts.ts'

addSheet(css)

const states = ['active', 'expired', 'revoked'] as const

/** The selected tab of each shell, restored when the person comes back. */
const chosen = new WeakMap<Shell, SmartSessionState>()

export const view: ViewDefinition<'SmartSessionList'> = {
  title: () => texts.title,
  next: ['SmartSession'],
  fills: () => true,
  View: SmartSessionList,
}

function SmartSessionList() {
  useSignals()
  const { account } = useShell()
  const now = account.value
  return now.status === 'connected' && <List key={now.caipAddress} account={now.caipAddress} />
}

function List({ account }: { account: CaipAddress }) {
  useSignals()
  const shell = useShell()
  const [state, setState] = useState(chosen.get(shell) ?? 'active')
  const { data, error, fetchedAt } = shell.topic('smartSessions', { account }).value
  const retry = () => shell.call('refresh', { topic: 'smartSessions', params: { account } }).catch(() => {})
  if (!data && error) return <Failure title={texts.failed} error={error} onRetry={() => void retry()} />
  if (!data) return <SkeletonRows count={4} words={texts.reading} />

  const now = readNow(data.sessions)
  const byState = (one: SmartSessionState) =>
    data.sessions.filter((session) => readState(account, session, fetchedAt, now) === one)
  const shown = byState(state)
  function select(next: SmartSessionState): void {
    chosen.set(shell, next)
    setState(next)
  }
  return (
    <>
      <div className="smart-session-tabs">
        <Segment
          label={texts.show}
          choices={states.map((one) => [one, t(texts.tabs[one], { n: byState(one).length })])}
          selected={state}
          onSelect={select}
        />
        {error && (
          <div className="smart-session-stale" role="status">
            <p>
              <b>{formatAge(texts.asOf, fetchedAt ?? 0, readClock(), shell.locale ?? navigator.language)}</b>
              {explainError(error, shell.online.value)}
            </p>
            <Button small onClick={() => void retry()}>
              {texts.tryAgain}
            </Button>
          </div>
        )}
      </div>
      <div className="list smart-sessions">
        {shown.length === 0 && <Notice {...texts.empty[state]} />}
        {groupByMonth(shown).map(([month, sessions]) => (
          <Month key={month} month={month} sessions={sessions} state={state} account={account} now={now} />
        ))}
        {data.unlisted > 0 && <p className="smart-session-note">{t(texts.unlisted, { n: data.unlisted })}</p>}
      </div>
    </>
  )
}

/** Groups sessions by month (`2026-11`; empty without a date). Keeps the order of the list, newest first. */
function groupByMonth(sessions: readonly SmartSession[]): [string, readonly SmartSession[]][] {
  const groups = new Map<string, SmartSession[]>()
  for (const session of sessions) {
    const { createdAt } = session
    const date = createdAt === undefined ? undefined : new Date(createdAt)
    const month = date ? `${date.getFullYear()}-${date.getMonth() + 1}` : ''
    groups.set(month, [...(groups.get(month) ?? []), session])
  }
  return [...groups]
}

interface MonthProps {
  month: string
  sessions: readonly SmartSession[]
  state: SmartSessionState
  account: CaipAddress
  now: number
}

function Month({ month, sessions, state, account, now }: MonthProps) {
  const { locale = navigator.language, router } = useShell()
  const [year, of] = month.split('-').map(Number)
  const title = of ? formatMonth(year!, of, year !== new Date(now).getFullYear(), locale) : texts.unknownDate
  return (
    <section aria-label={title}>
      <h3 className="group-title">{title}</h3>
      {sessions.map((session) => {
        const { id, project } = session
        const name = project.name ?? texts.unknownApp
        const n = session.permissions.length + session.unlistedPermissions
        return (
          <button
            key={id}
            type="button"
            className="row"
            part="smart-session"
            onClick={() => router.push('SmartSession', { account, id })}
          >
            <Mark name={name} url={project.iconUrl} size={36} shape="square" />
            <span className="row-text">
              <bdi className="row-title" title={name}>
                {name}
              </bdi>
              <span className="row-detail">
                {t(texts.summary, {
                  end: describeEnd(session, state, now, locale),
                  permissions: t(texts.permissions, { n }),
                })}
              </span>
            </span>
            <Icon name="right" size={18} />
          </button>
        )
      })}
    </section>
  )
}

function describeEnd(
  { expiresAt, revoked }: SmartSession,
  state: SmartSessionState,
  now: number,
  locale: string,
): string {
  const at = state === 'revoked' ? revoked?.at : expiresAt
  return at === undefined
    ? texts.noDate[state]
    : t(texts.until[state], { date: formatDay(at, now, { locale }) })
}
