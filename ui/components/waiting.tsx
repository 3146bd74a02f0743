/** Shown while a wallet asks the user to decide. There is no timeout: the user takes as long as they need. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { readClock } from '../base/clock.ts'
import { Button } from './button.tsx'
import { Trans } from './trans.tsx'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { texts } from './waiting-texts.ts'
import css from './waiting.css?inline'

addSheet(css)

/** After this time, a text says that the wallet still waits. */
const LONG = 30_000

interface WaitingProps {
  /** Name of the wallet. */
  name: string
  /** Start of the request, in milliseconds since 1970; undefined before it. */
  startedAt: number | undefined
  /** Picture of the wallet or of the request. */
  picture: ReactNode
  /** Position of the request in a series; absent for a single request. */
  step?: string | undefined
  /** Details to verify in the wallet. */
  text: ReactNode
  onCancel(): void
}

export function Waiting({ name, startedAt, picture, step, text, onCancel }: WaitingProps) {
  useSignals()
  const elapsed = startedAt === undefined ? 0 : Math.max(0, readClock() - startedAt)
  const isLong = elapsed >= LONG
  return (
    <div className="body center">
      {picture}
      <div role="status">
        {step && <p className="step">{step}</p>}
        <h3 className="heading">
          <Trans message={isLong ? texts.stillWaiting : texts.approveIn} wallet={<bdi>{name}</bdi>} />
        </h3>
        <p className="lede">{isLong ? texts.openOrCancel : text}</p>
      </div>
      <p className="elapsed">{formatElapsed(elapsed)}</p>
      <Button onClick={onCancel}>{texts.cancel}</Button>
    </div>
  )
}

function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 60) return t(texts.waitingSeconds, { seconds })
  return t(texts.waitingMinutes, { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
