/** The same list on the main thread, shown instead of the orders. */
import { type ReactElement, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { driftwood } from '../chains/evm-networks.ts'
import { type Cost, startCost } from './comparison.tsx'
import type { FrameMeter } from './frame-meter.ts'
import type { LoadedList } from './main-thread-list.ts'

export interface PlainListProps {
  api: string
  address: string
  meter: FrameMeter
  onEnd(cost: Cost): void
}

const ROW = 30
/** Number of rows to draw: one more than is visible. */
const ROWS = 6

export function PlainList({ api, address, meter, onEnd }: PlainListProps): ReactElement {
  const [list, setList] = useState<LoadedList>()
  const [top, setTop] = useState(0)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function load(): Promise<void> {
      const { loadOnThisThread } = await import('./main-thread-list.ts')
      signal.throwIfAborted()
      const stop = startCost()
      let rows = 0
      try {
        await loadOnThisThread({
          api,
          address,
          chain: `eip155:${driftwood.id}`,
          signal,
          draw(next) {
            rows = next.total
            flushSync(() => setList(next))
          },
          onWork: meter.addList,
        })
      } finally {
        const cost = stop(rows)
        if (!signal.aborted) onEnd(cost)
      }
    }
    load().catch((error: unknown) => signal.aborted || setProblem(String(error)))
    return () => controller.abort()
  }, [api, address, meter, onEnd])

  const first = Math.floor(top / ROW)
  const rows = list?.rows(first, first + ROWS) ?? []
  const said = list
    ? `${list.total.toLocaleString('en')} rows in ${list.groups} groups, from ${list.pages} pages`
    : 'Loading…'
  return (
    <section className="panel orders plain" aria-label="The same list on the main thread">
      <header>
        <h2>The same list on the main thread</h2>
        <span className="note">{problem ?? said}</span>
      </header>
      {/* A scroll container has to be focusable for keyboard users. */}
      <div className="rows" tabIndex={0} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
        <ol style={{ height: (list?.total ?? 0) * ROW }}>
          {rows.map(({ id, kind, party, amounts, date }, place) => (
            <li key={id} style={{ top: (first + place) * ROW }}>
              <span>
                {kind[0]!.toUpperCase() + kind.slice(1)} {party && `${party.kind} ${party.name}`}
              </span>
              <span>{date}</span>
              <span>{amounts[0]?.text}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
