/** In place of a view whose code is on its way, or did not come. */
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Spinner } from '../components/spinner.tsx'
import { frameTexts } from './frame-texts.ts'
import { addSheet } from '../base/sheets.ts'
import css from './pending-view.css?inline'

addSheet(css)

interface PendingViewProps {
  /** It could not be fetched. */
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
