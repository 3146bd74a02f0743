/** Two halves to type and drag in while a history loads: on the page's thread, and in Billfold's worker. */
import type { ActivityHead, Billfold, ConnectedAccount, Readable, Snapshot } from 'billfold'
import { type ReactElement, type SyntheticEvent, useRef, useState } from 'react'
import { driftwood } from '../chains/evm-networks.ts'
import type { FrameMeter } from './frame-meter.ts'
import type { SandboxClient } from './sandbox-client.ts'

/** How long to wait for the next page of the history. Milliseconds. */
const STALLED = 5_000
/** Number of transactions to load: enough to type a sentence while they load. */
const TRANSACTIONS = 50_000

export interface ComparisonProps {
  billfold: Billfold
  sandbox: SandboxClient
  meter: FrameMeter
  /** Whether the list on the main thread is loading. */
  isPlainRunning: boolean
  /** Result of the last run on the main thread. */
  result: Cost | undefined
  /** Loads an account's list on the main thread. */
  onPlain(address: string): void
}

/** The cost of loading for the page. */
export interface Cost {
  rows: number
  /** Milliseconds. */
  took: number
  /** Longest time without a frame. Milliseconds. */
  frozen: number
  /** End of the run, by `performance.now()`. */
  ended: number
}

export function Comparison(props: ComparisonProps): ReactElement {
  const { billfold, sandbox, meter, isPlainRunning, result, onPlain } = props
  const [worker, setWorker] = useState<Cost | 'running'>()
  const [problem, setProblem] = useState<string>()
  const isReady = !isPlainRunning && worker !== 'running'

  /** Loads a history under a new account: under a known account, the worker would read the history from its cache. */
  async function run(load: (address: string) => unknown): Promise<void> {
    setProblem(undefined)
    try {
      const address = createAddress()
      await sandbox.generate({ account: address, count: TRANSACTIONS })
      await load(address)
    } catch (error) {
      setProblem(String(error))
    }
  }

  async function loadInWorker(address: string): Promise<void> {
    setWorker('running')
    meter.setBusy(true)
    const stop = startCost()
    try {
      setWorker(stop(await loadAll(billfold, `eip155:${driftwood.id}:${address}`)))
    } catch (error) {
      setWorker(undefined)
      throw error
    } finally {
      meter.setBusy(false)
    }
  }

  return (
    <section className="part comparison" aria-labelledby="comparison">
      <h3 id="comparison">Type while a big wallet loads</h3>
      <small>
        Load {TRANSACTIONS.toLocaleString('en')} transactions in the page, then in Billfold’s worker. Type or
        drag until they are there.
      </small>
      <div className="halves">
        <Half
          title="In the page"
          isReady={isReady}
          isRunning={isPlainRunning}
          cost={result}
          onLoad={() => void run(onPlain)}
        />
        <Half
          title="In the worker"
          isReady={isReady}
          isRunning={worker === 'running'}
          cost={worker === 'running' ? undefined : worker}
          onLoad={() => void run(loadInWorker)}
        />
      </div>
      {problem && <small>{problem}</small>}
      <details>
        <summary>How it’s measured</summary>
        <small>
          A wait is the time from a key press or a drag to the next frame. From about 100 ms, typing feels
          late. Both halves load the same history, with the same code, and leave out its spam. The page works
          through it in one go once it is there, as pages mostly do: in small steps it would stutter more
          often and more briefly. The worker takes it page by page, and also stores it. Phones are several
          times slower than computers: “4× slowdown” in the Performance panel of Chromium’s developer tools
          shows what they do.
        </small>
      </details>
    </section>
  )
}

interface HalfProps {
  title: string
  isReady: boolean
  isRunning: boolean
  /** Result of the last run. */
  cost: Cost | undefined
  onLoad(): void
}

function Half({ title, isReady, isRunning, cost, onLoad }: HalfProps): ReactElement {
  /**
   * Longest time from a key press or drag to the next frame, in milliseconds. Undefined before the first key press or
   * drag.
   */
  const [wait, setWait] = useState<number>()
  const field = useRef<HTMLInputElement>(null)

  function measure({ nativeEvent }: SyntheticEvent<HTMLElement, KeyboardEvent | PointerEvent>): void {
    // The browser merges waiting pointer moves into one event: measure from the first of them.
    const first = 'getCoalescedEvents' in nativeEvent ? nativeEvent.getCoalescedEvents()[0] : undefined
    const { timeStamp } = first ?? nativeEvent
    // The event of a key that was pressed during the freeze may arrive after the run.
    if (!isRunning && timeStamp > (cost?.ended ?? 0)) return
    requestAnimationFrame(() => {
      const took = performance.now() - timeStamp
      setWait((longest = 0) => Math.max(longest, took))
    })
  }

  return (
    <div className="half">
      <b>{title}</b>
      <button
        type="button"
        className="go"
        disabled={!isReady}
        onClick={() => {
          setWait(undefined)
          field.current?.focus()
          onLoad()
        }}
      >
        {isRunning ? 'Loading…' : 'Load'}
      </button>
      <input
        ref={field}
        type="text"
        placeholder="Type here"
        aria-label={`Type: ${title}`}
        onKeyDown={measure}
      />
      <input
        type="range"
        aria-label={`Drag: ${title}`}
        onKeyDown={measure}
        onPointerDown={measure}
        onPointerMove={(event) => event.buttons > 0 && measure(event)}
      />
      <Said wait={wait} isRunning={isRunning} cost={cost} />
    </div>
  )
}

function Said({
  wait,
  isRunning,
  cost,
}: Pick<HalfProps, 'isRunning' | 'cost'> & { wait: number | undefined }) {
  if (isRunning)
    return (
      <p>
        {wait === undefined ? (
          'Type or drag now.'
        ) : (
          <>
            Longest wait so far: <b>{formatMs(wait)}</b>
          </>
        )}
      </p>
    )
  if (!cost) return null
  const { rows, took, frozen } = cost
  return (
    <p>
      {wait === undefined ? (
        'Nothing typed.'
      ) : (
        <>
          Longest wait while you typed: <b>{formatMs(wait)}</b>
        </>
      )}
      <small>
        {rows.toLocaleString('en')} rows in {(took / 1000).toFixed(1)} s. Frozen for up to {formatMs(frozen)}.
      </small>
    </p>
  )
}

const formatMs = (ms: number) => `${Math.round(ms).toLocaleString('en')} ms`

/** Starts to measure a run. The returned function ends it. */
export function startCost(): (rows: number) => Cost {
  const started = performance.now()
  let last = started
  let frozen = 0
  const look = (time: number) => {
    frozen = Math.max(frozen, time - last)
    last = Math.max(last, time)
    frame = requestAnimationFrame(look)
  }
  let frame = requestAnimationFrame(look)
  return (rows) => {
    cancelAnimationFrame(frame)
    const now = performance.now()
    return {
      rows,
      took: now - started,
      frozen: Math.max(frozen, now - last),
      ended: now,
    }
  }
}

function createAddress(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(20))]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Loads the whole history, as scrolling to its end does. Resolves with the number of rows. */
async function loadAll(billfold: Billfold, account: ConnectedAccount['caipAddress']): Promise<number> {
  const activity = billfold.topic('activity', { account })
  // The list is updated only while it has a subscriber.
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

/** Waits for a list whose next page differs from `cursor`. Resolves with false if none comes within `STALLED`. */
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
