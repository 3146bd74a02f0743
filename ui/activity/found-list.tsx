/** The results of a search. The progress of the search is below them. */
import { useMemo, useState } from 'react'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { explainError, isPauseAsked } from '../base/explain-error.ts'
import { useViewer } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { Button } from '../components/button.tsx'
import { Spinner } from '../components/spinner.tsx'
import { PullError } from '../lists/list-panel.tsx'
import { useList } from '../lists/use-list.ts'
import { UnverifiedEntry } from '../unverified/unverified-entry.tsx'
import { ActivityRows, type ActivityRowsProps } from './activity-rows.tsx'
import { toShownRows } from './shown-rows.ts'
import { texts } from './texts.ts'
import { type Found, isEnded } from './use-activity-search.ts'

interface FoundListProps extends Pick<ActivityRowsProps, 'account' | 'network' | 'jump' | 'onSection'> {
  found: Found
  /** Set if the history could not be loaded. */
  error: ErrorRecord | undefined
}

export function FoundList({ found, error, ...props }: FoundListProps) {
  const { account, network } = props
  const { filter, head } = found
  const [listed] = useState(filter)
  const list = useList('activity', account, listed)
  const rows = useMemo(() => toShownRows(list), [list])
  const { spam } = head.hidden
  return (
    <>
      <ActivityRows
        {...props}
        label={texts.activity}
        rows={rows}
        groups={head.groups}
        foot={
          <>
            <FoundFoot account={account} found={found} error={error} />
            {spam > 0 && (
              <div className="set-apart">
                <UnverifiedEntry kind="activity" count={spam} account={account} network={network} />
              </div>
            )}
          </>
        }
      />
      <PullError list={list} />
    </>
  )
}

function FoundFoot({ account, found, error }: Pick<FoundListProps, 'account' | 'found' | 'error'>) {
  const shell = useViewer()
  const [isLoading, setLoading] = useState(false)
  const { total, next, search } = found.head
  if (!search) return null
  const { searched, loaded, unread } = search
  const loadOlder = () => {
    setLoading(true)
    const end = () => setLoading(false)
    shell.call('more', { account }).then(end, end)
  }
  if (found.error)
    return (
      <div className="foot">
        <div className="trouble" role="alert">
          <span>
            <b>{texts.searchFailed}</b>
            {explainError(found.error)}
          </span>
        </div>
      </div>
    )
  if (!isEnded(found))
    return (
      <div className="foot">
        <p className="searching">
          <Spinner />
          {t(texts.searching, { n: searched, total: loaded })}
        </p>
      </div>
    )
  return (
    <div className="foot">
      <div className="trouble">
        <span>
          {t(total > 0 ? texts.endOfMatches : texts.noMatches, { n: searched })}
          {error && next !== null && <span className="reason">{explainError(error)}</span>}
        </span>
        {next !== null && (
          <Button small busy={isLoading} paused={!!error && isPauseAsked(error)} onClick={loadOlder}>
            {texts.loadOlder}
          </Button>
        )}
      </div>
      {unread > 0 && <p>{t(texts.couldNotBeRead, { n: unread })}</p>}
    </div>
  )
}
