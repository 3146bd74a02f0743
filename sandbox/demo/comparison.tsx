/**
 * A switch for the same list on the main thread, and the cost to the page of loading a whole history, there and in
 * Billfold's worker.
 */
import type { ActivityHead, Billfold, ConnectedAccount, Readable, Snapshot } from 'billfold'
import { useBillfoldAccount } from 'billfold/react'
import { type ReactElement, useState } from 'react'
import type { FrameMeter } from './frame-meter.ts'

/** Maximum wait for a page of the list. Milliseconds. */
const STALLED = 5_000
/** Length of the bars' scale in milliseconds. From about 100 ms, people notice a delay while typing or dragging. */
const SCALE = 500

export interface ComparisonProps {
  billfold: Billfold
  meter: FrameMeter
  /** Length of the generated history; 0: none. */
  count: number
  isOn: boolean
  /** Cost of the last run on the main thread. */
  result: Cost | undefined
  onSwitch(isOn: boolean): void
}

/** Cost to the page of loading a history. */
export interface Cost {
  rows: number
  /** Milliseconds from start to end. */
  took: number
  /** Number of missed frames. */
  missed: number
  /** Milliseconds of the longest time without a frame or a reaction to input. */
  frozen: number
  /** Milliseconds for which the list kept the main thread busy. */
  busy: number
}

export function Comparison({
  billfold,
  meter,
  count,
  isOn,
  result,
  onSwitch,
}: ComparisonProps): ReactElement {
  const account = useBillfoldAccount()
  const [worker, setWorker] = useState<Cost | 'running'>()
  const isConnected = account.status === 'connected'

  async function loadInWorker(): Promise<void> {
    if (account.status !== 'connected') return
    setWorker('running')
    meter.setBusy(true)
    const stop = startCost(meter)
    setWorker(stop(await loadAll(billfold, account.caipAddress)))
    meter.setBusy(false)
  }

  return (
    <section className="part comparison" aria-label="Comparison">
      <label className="switch">
        <span>
          <b>The same list on the main thread</b>
          <small>
            {isConnected ? `Loads ${formatCount(count)} here, without a worker` : 'Connect a wallet first'}
          </small>
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          disabled={!isConnected}
          onChange={({ target }) => onSwitch(target.checked)}
        />
      </label>
      {(result || worker) && (
        <small>Bars end at {SCALE} ms. From 100 ms, typing and dragging feel late.</small>
      )}
      {(isOn || result || worker) && (
        <dl className="costs">
          <dt>Main thread</dt>
          <dd>{result ? <CostBar cost={result} /> : 'loading…'}</dd>
          <dt>Billfold’s worker</dt>
          <dd>
            {worker === undefined ? (
              <button type="button" className="link" onClick={() => void loadInWorker()}>
                Load the same rows
              </button>
            ) : worker === 'running' ? (
              'loading…'
            ) : (
              <CostBar cost={worker} />
            )}
          </dd>
        </dl>
      )}
    </section>
  )
}

/** Both bars have the same scale and colour. */
function CostBar({ cost: { rows, took, missed, frozen, busy } }: { cost: Cost }): ReactElement {
  return (
    <>
      <meter
        aria-label="Longest freeze"
        min={0}
        max={SCALE}
        value={Math.min(SCALE, frozen)}
        title={`From 0 to ${SCALE} ms`}
      />
      Frozen for up to {Math.round(frozen)} ms, busy for {Math.round(busy)} ms
      <small>
        {rows.toLocaleString('en')} rows · {(took / 1000).toFixed(1)} s · {missed} missed
      </small>
    </>
  )
}

/** Starts measuring. Returns a function that ends the measurement. */
export function startCost(meter: FrameMeter): (rows: number) => Cost {
  const started = performance.now()
  let last = started
  let frozen = 0
  const look = (time: number) => {
    frozen = Math.max(frozen, time - last)
    last = Math.max(last, time)
    frame = requestAnimationFrame(look)
  }
  let frame = requestAnimationFrame(look)
  const before = countMissed(meter)
  const busyBefore = countBusy(meter)
  return (rows) => {
    cancelAnimationFrame(frame)
    const now = performance.now()
    return {
      rows,
      took: now - started,
      missed: Math.max(0, countMissed(meter) - before),
      frozen: Math.max(frozen, now - last),
      busy: Math.max(0, countBusy(meter) - busyBefore),
    }
  }
}

function countMissed(meter: FrameMeter): number {
  const { page, billfold, list } = meter.read().missed
  return page + billfold + list
}

function countBusy(meter: FrameMeter): number {
  const { billfold, list } = meter.read().spent
  return billfold + list
}

/** Loads the whole history, as scrolling to the end does. Resolves to the number of rows. */
async function loadAll(billfold: Billfold, account: ConnectedAccount['caipAddress']): Promise<number> {
  const activity = billfold.topic('activity', { account })
  // Subscribe, because a list without subscribers isn't updated.
  const stop = activity.subscribe(() => {})
  try {
    await billfold.refresh('activity', { account })
    for (let next = activity.peek().data?.next; next; next = activity.peek().data?.next) {
      await billfold.loadMore({ account })
      if (!(await isFollowed(activity, next))) break
    }
    return activity.peek().data?.total ?? 0
  } finally {
    stop()
  }
}

/** Waits until the list has a page after `cursor`; resolves to false when none arrives in time. */
function isFollowed(activity: Readable<Snapshot<ActivityHead>>, cursor: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isSo: boolean) => {
      clearTimeout(timer)
      queueMicrotask(() => stop())
      resolve(isSo)
    }
    const timer = setTimeout(() => end(false), STALLED)
    const stop = activity.subscribe(({ data }) => data?.next !== cursor && end(true))
  })
}

function formatCount(count: number): string {
  return count > 0 ? `all ${count.toLocaleString('en')} rows` : 'all rows'
}
