/** Three things to try, with a mark on those that were tried. */
import { type ReactElement, useState } from 'react'
import type { Guide } from './guide.ts'

export interface TryListProps {
  guide: Guide
  /** Whether the API is stopped, by this list or by another button. */
  isStopped: boolean
  busy: boolean
  /** Runs an action and resolves to whether it succeeded. */
  run(action: () => Promise<unknown>): Promise<boolean>
  onStopped(isStopped: boolean): void
  onHistory(count: number): void
}

const MANY = 100_000

export function TryList({ guide, isStopped, busy, run, onStopped, onHistory }: TryListProps): ReactElement {
  const [done, setDone] = useState(readDone)
  const things = [
    {
      title: 'Open 100,000 transactions',
      what: 'Scroll them while the chart moves',
      verb: 'Open',
      async act() {
        await guide.setWeather('fine')
        onStopped(false)
        await guide.setHistory(MANY)
        onHistory(MANY)
      },
    },
    {
      title: 'Stop the API while it’s open',
      what: isStopped ? 'Stopped. Everything is still there' : 'Figures stay, with their age',
      verb: isStopped ? 'Start' : 'Stop',
      async act() {
        await guide.setWeather(isStopped ? 'fine' : 'down', isStopped ? undefined : 'Tokens')
        onStopped(!isStopped)
      },
    },
    {
      title: 'Pay yourself 12.5 DRIFT',
      what: 'It appears without reloading',
      verb: 'Pay',
      async act() {
        await guide.payYourself('DRIFT', '12.5')
        onStopped(false)
      },
    },
  ]
  const first = [0, 1, 2].find((place) => !done.includes(place))

  async function act(place: number): Promise<void> {
    if (!(await run(things[place]!.act))) return
    const next = [...new Set([...done, place])]
    keepDone(next)
    setDone(next)
  }

  return (
    <section className="part" aria-labelledby="try">
      <h3 id="try">Three things to try</h3>
      <ol className="try">
        {things.map(({ title, what, verb }, place) => (
          <li key={title}>
            <span className={done.includes(place) ? 'number done' : 'number'}>
              {done.includes(place) ? <Check /> : place + 1}
            </span>
            <span className="thing">
              <b>
                {title}
                {done.includes(place) && <span className="unseen">, tried</span>}
              </b>
              <small>{what}</small>
            </span>
            <button
              type="button"
              className={place === first ? 'go first' : 'go'}
              disabled={busy}
              aria-label={`${verb}: ${title}`}
              onClick={() => void act(place)}
            >
              {verb}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function Check(): ReactElement {
  return (
    <svg className="check" viewBox="0 0 14 14" aria-hidden="true">
      <path d="m2.5 7.5 3 3 6-7" />
    </svg>
  )
}

const KEY = 'driftwood-tried'

// Without storage, the marks last until the page is reloaded.
function readDone(): number[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as number[]
  } catch {
    return []
  }
}

function keepDone(done: readonly number[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(done))
  } catch {}
}
