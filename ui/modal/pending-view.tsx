/** Shown in place of a view while its code loads, or after its load has failed. */
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Spinner } from '../components/spinner.tsx'
import { frameTexts } from './frame-texts.ts'
import { addSheet } from '../base/sheets.ts'
import css from './pending-view.css?inline'

addSheet(css)

interface PendingViewProps {
  /** Whether the view's code could not be loaded. */
  isMissing: boolean
  retry(): void
}

export function PendingView({ isMissing, retry }: PendingViewProps) {
  if (!isMissing) {
    return (
      <div className="awaited" role="status" aria-label={frameTexts.loading}>
        <Spinner />
      </div>
    )
  }
  return (
    <div className="body" role="alert">
      <Notice title={frameTexts.notFetched} text={frameTexts.notFetchedText}>
        <Button small icon="refresh" onClick={retry}>
          {frameTexts.tryAgain}
        </Button>
      </Notice>
    </div>
  )
}
