/** The meter in figures; told four times a second. */
import { type ReactElement, useEffect, useState } from 'react'
import type { FrameMeter, FrameReport } from './frame-meter.ts'

export function MeterFigures({ meter }: { meter: FrameMeter }): ReactElement {
  const [report, setReport] = useState<FrameReport>(() => meter.read())
  useEffect(() => {
    const timer = setInterval(() => setReport({ ...meter.read() }), 250)
    return () => clearInterval(timer)
  }, [meter])
  const { perSecond, dropped, longTasks, longestTask } = report
  return (
    <dl className="figures">
      <div>
        <dt>Frames/s</dt>
        <dd>{perSecond}</dd>
      </div>
      <div>
        <dt>Dropped</dt>
        <dd className={dropped > 0 ? 'down' : ''}>{dropped}</dd>
      </div>
      <div>
        <dt>Long tasks</dt>
        <dd className={longTasks > 0 ? 'down' : ''}>{longTasks}</dd>
      </div>
      <div>
        <dt>Longest</dt>
        <dd>{longestTask > 0 ? `${Math.round(longestTask)} ms` : 'none'}</dd>
      </div>
      <button type="button" className="reset" onClick={() => meter.reset()}>
        Reset
      </button>
    </dl>
  )
}
