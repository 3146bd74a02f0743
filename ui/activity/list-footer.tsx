/**
 * The end of the list: says whether older rows are loading, and how many rows could not be read. Leads to the
 * unverified rows.
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { PanelProps } from '../account/panel-props.ts'
import { Button } from '../components/button.tsx'
import type { ListProps } from '../lists/list-panel.tsx'
import { Spinner } from '../components/spinner.tsx'
import { explainError, isPauseAsked } from '../base/explain-error.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { UnverifiedEntry } from '../unverified/unverified-entry.tsx'
import css from './list-footer.css?inline'
import { texts } from './texts.ts'

addSheet(css)

interface FootProps extends PanelProps, Omit<ListProps<'activity'>, 'list'> {
  retryOlder(): void
}

export function ListFooter(props: FootProps) {
  const { account, network, head } = props
  const { spam, invalid } = head.hidden
  return (
    <>
      {spam > 0 && (
        <div className="set-apart">
          <UnverifiedEntry kind="activity" count={spam} account={account} network={network} />
        </div>
      )}
      <div className="foot">
        <Rest {...props} />
        {invalid > 0 && <p>{t(texts.couldNotBeRead, { n: invalid })}</p>}
      </div>
    </>
  )
}

/** Says whether older activity exists, is loading, or could not be loaded. */
function Rest({ head, error, retry, retryOlder }: FootProps) {
  useSignals()
  if (error)
    return (
      <div className="trouble" role="alert">
        <span>
          <b>{texts.failed}</b>
          {explainError(error)}
        </span>
        <Button small paused={isPauseAsked(error)} onClick={retry}>
          {texts.retry}
        </Button>
      </div>
    )
  if (head.stalled)
    return (
      <div className="trouble" role="status">
        <span>
          <b>{texts.thereIsMore}</b>
          {texts.olderDidNotCome}
        </span>
        <Button small onClick={retryOlder}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  if (head.next !== null)
    return (
      <p role="status">
        <Spinner />
        {texts.loadingOlder}
      </p>
    )
  return <p>{texts.end}</p>
}
