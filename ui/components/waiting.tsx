/** Shown while a person decides in the wallet. It has no time limit, since people may take as long as they need. */
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

/** After this time, a text says that the wallet is still waiting. Milliseconds. */
const LONG = 30_000

interface WaitingProps {
  /** Name of the wallet. */
  name: string
  /** When the request was sent to the wallet. Milliseconds since 1970. Undefined until then. */
  startedAt: number | undefined
  /** The picture of the wallet or of the request. */
  picture: ReactNode
  /** Which request of a series this is; absent for a single request. */
  step?: string | undefined
  /** The details that the person should compare in the wallet. */
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
