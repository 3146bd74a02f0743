/** The frame meter: bars, and figures below them that update four times a second. */
import { type ReactElement, type RefObject, useEffect, useState } from 'react'
import type { FrameMeter, FrameReport } from './frame-meter.ts'

export interface MeterPanelProps {
  meter: FrameMeter
  bars: RefObject<HTMLCanvasElement | null>
  /** Whether the main-thread list is shown too. */
  withList: boolean
}

export function MeterPanel({ meter, bars, withList }: MeterPanelProps): ReactElement {
  return (
    <section className="part meter" aria-label="Meter">
      <header>
        <h3>Main thread</h3>
        <span className="note">last 10 s</span>
        <span className="key of-page">Page</span>
        <span className="key of-billfold">Billfold</span>
        {withList && <span className="key of-list">Plain list</span>}
      </header>
      <canvas ref={bars} role="img" aria-label="Cost of recent frames" />
      <Figures meter={meter} />
    </section>
  )
}

function Figures({ meter }: { meter: FrameMeter }): ReactElement {
  const [report, setReport] = useState<FrameReport>(() => meter.read())
  useEffect(() => {
    const timer = setInterval(() => setReport(meter.read()), 250)
    return () => clearInterval(timer)
  }, [meter])
  const { perSecond, missed, longestTask, middle } = report
  return (
    <>
      <dl className="figures">
        <div>
          <dt>
            frames<span className="long"> per second</span>
          </dt>
          <dd>{perSecond}</dd>
        </div>
        <div>
          <dt className="of-page">
            <span className="long">per frame, </span>page
          </dt>
          <dd>{middle.page.toFixed(1)} ms</dd>
        </div>
        <div>
          <dt className="of-billfold">
            <span className="long">per frame, </span>Billfold
          </dt>
          <dd>{middle.billfold.toFixed(1)} ms</dd>
        </div>
      </dl>
      <div className="missed">
        <p>
          Missed: {missed.page} page, {missed.billfold} Billfold
          {missed.list > 0 && `, ${missed.list} plain list`}. Longest block:{' '}
          {longestTask > 0 ? `${Math.round(longestTask)} ms` : 'none'}{' '}
          <button type="button" className="link" onClick={() => meter.reset()}>
            Reset
          </button>
        </p>
        <details>
          <summary>How it’s measured</summary>
          <p>
            Each bar is the most expensive frame in a tenth of a second: drawing, layout and paint. Page is
            what frames cost while Billfold is closed. Anything beyond that while Billfold is open counts as
            Billfold’s, even if something else caused it. For frames over 50 ms, Chromium reports whose
            scripts ran. The figures are medians of 120 frames.
          </p>
        </details>
      </div>
    </>
  )
}
