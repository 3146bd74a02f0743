/** Below the last row: whether older ones come, and what is not shown. */
import type { ActivityHead } from '../../src/core/activity.ts'
import type { ErrorRecord } from '../../src/core/errors.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { Button } from '../components/button.tsx'
import { Spinner } from '../components/spinner.tsx'
import { UnverifiedEntry } from '../components/unverified-entry.tsx'
import { explainError } from '../explain-error.ts'
import { useShell } from '../shell-context.ts'
import { addSheet } from '../sheets.ts'
import { say } from '../texts.ts'
import css from './foot.css?inline'
import { texts } from './texts.ts'

addSheet(css)

interface FootProps {
  /** Of the view of what came unasked. */
  open: PanelProps
  head: ActivityHead
  error: ErrorRecord | undefined
  retry(): void
  retryOlder(): void
}

export function Foot(props: FootProps) {
  const { open, head } = props
  const { spam, invalid } = head.hidden
  return (
    <>
      {spam > 0 && (
        <div className="set-apart">
          <UnverifiedActivityEntry count={spam} open={open} />
        </div>
      )}
      <div className="foot">
        <Rest {...props} />
        {invalid > 0 && <p>{say(texts.couldNotBeRead, { n: invalid })}</p>}
      </div>
    </>
  )
}

export function UnverifiedActivityEntry({ count, open }: { count: number; open: PanelProps }) {
  const { router } = useShell()
  return (
    <UnverifiedEntry
      words={say(texts.unverifiedCount, { n: count })}
      about={texts.likelySpam}
      onOpen={() => router.push('UnverifiedActivity', open)}
    />
  )
}

/** What of the history is still missing. */
function Rest({ head, error, retry, retryOlder }: FootProps) {
  if (error)
    return (
      <div className="trouble" role="alert">
        <span>
          <b>{texts.failed}</b>
          {explainError(error)}
        </span>
        <Button small onClick={retry}>
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
