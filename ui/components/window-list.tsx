/**
 * A list of any length of which only the rows in view exist. Rows have one height, so that every place is known
 * without measuring: nothing is read from the layout while scrolling but `scrollTop`.
 *
 *   section: [head] row row row …   [head] row row …   foot
 *
 * One row is in the tab order at a time; the arrow keys, Page Up and Down, Home and End move on from it. The row that
 * has the focus stays mounted wherever the list is scrolled to.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

export interface Section {
  /** Height of its head in px; 0 for none. */
  head: number
  /** Number of rows. */
  rows: number
}

export interface RowState {
  /** 0 for the one row that Tab reaches, else −1. */
  tabIndex: 0 | -1
  /** The row has the focus. */
  focused: boolean
}

interface WindowListProps {
  label: string
  sections: readonly Section[]
  /** px */
  rowHeight: number
  renderHead?(section: number): ReactNode
  renderRow(index: number, state: RowState): ReactNode
  /** One row that is taller than the others by this many px. */
  open?: { index: number; extra: number } | undefined
  /** After the last row. */
  foot?: ReactNode
  /** Rows [from, to) are in view; `ahead` is the direction of travel. Called in an effect, after each change. */
  onView(from: number, to: number, ahead: 1 | -1): void
}

/** Rows that are drawn beyond the view, where it goes and where it comes from: a slow scroll never meets a blank. */
const AHEAD = 3
const BEHIND = 1
/** Height of the view until it was measured. */
const FIRST_GUESS = 480

interface Scroll {
  /** px */
  top: number
  /** Direction of travel: 1 down, −1 up. */
  ahead: 1 | -1
  /** Farther than one view at once. */
  isJump: boolean
}

export function WindowList(props: WindowListProps) {
  const { label, sections, rowHeight, renderHead, renderRow, open, foot, onView } = props
  const scroller = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => createLayout(sections, rowHeight, open), [sections, rowHeight, open])
  const [height, setHeight] = useState(FIRST_GUESS)
  const [{ top, ahead, isJump }, setScroll] = useState<Scroll>({ top: 0, ahead: 1, isJump: false })
  const [active, setActive] = useState(0)
  const [focused, setFocused] = useState(false)
  const focusNext = useRef(false)

  const from = layout.rowAt(top)
  const to = Math.min(layout.total, layout.rowAt(top + height) + 1)
  // A jump leaves nothing of what was drawn: the view alone is work enough for one frame.
  const above = isJump ? 0 : ahead > 0 ? BEHIND : AHEAD
  const below = isJump ? 0 : ahead > 0 ? AHEAD : BEHIND
  const first = Math.max(0, from - above)
  const last = Math.min(layout.total, to + below)
  const tabbable = Math.min(active, Math.max(0, layout.total - 1))
  const keepFocused = focused && layout.total > 0
  const indices: number[] = []
  if (keepFocused && tabbable < first) indices.push(tabbable)
  for (let index = first; index < last; index++) indices.push(index)
  if (keepFocused && tabbable >= last) indices.push(tabbable)
  const keys = useKeys(indices, !focused)

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.height > 0) setHeight(entry.contentRect.height)
    })
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => onView(from, to, ahead), [onView, from, to, ahead])

  // A row that is not there yet gets the focus when it comes; until then the list holds it.
  useLayoutEffect(() => {
    if (!focusNext.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"] > [tabindex]`)
    if (row) focusNext.current = false
    const target = row ?? scroller.current
    target?.focus({ preventScroll: true })
  })

  /** The new rows are there before the browser paints the new position. Most scroll events change no row. */
  function onScroll(): void {
    const next = scroller.current?.scrollTop ?? 0
    if (layout.rowAt(next) === from && layout.rowAt(next + height) + 1 === to) return
    flushSync(() => {
      setScroll({ top: next, ahead: next < top ? -1 : 1, isJump: Math.abs(next - top) > height })
    })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: layout.total - 1,
    }
    const step = steps[event.key]
    const view = scroller.current
    // Controls inside an open row keep their own keys.
    const isRow = event.target === view || (event.target as Element).matches('[data-row] > [tabindex]')
    if (step === undefined || !view || !isRow) return
    event.preventDefault()
    const next = Math.max(0, Math.min(layout.total - 1, step))
    focusNext.current = true
    setActive(next)
    const y = layout.topOf(next)
    if (y < view.scrollTop + rowHeight / 2) view.scrollTop = next === 0 ? 0 : y - rowHeight / 2
    else if (y + rowHeight * 2 > view.scrollTop + height) view.scrollTop = y + rowHeight * 2 - height
  }

  return (
    <div
      className="scroll"
      ref={scroller}
      tabIndex={-1}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
          focusNext.current = false
      }}
    >
      <div
        className="window"
        style={{ height: layout.height }}
        onFocus={(event) => {
          const row = (event.target as Element).closest<HTMLElement>('[data-row]')
          if (row) setActive(Number(row.dataset['row']))
          setFocused(true)
        }}
        onBlur={() => setFocused(false)}
      >
        {layout.headsIn(top - above * rowHeight, top + height + below * rowHeight).map(({ section, y }) => (
          <div key={`head ${section}`} className="slot" style={{ transform: `translateY(${y}px)` }}>
            {renderHead?.(section)}
          </div>
        ))}
        {/* Heads stand beside the list: a list may hold nothing but its items. */}
        <div role="list" aria-label={label}>
          {indices.map((index) => (
            <div
              key={keys.get(index)}
              role="listitem"
              className={index === open?.index ? 'slot opened' : 'slot'}
              data-row={index}
              aria-posinset={index + 1}
              aria-setsize={layout.total}
              style={{ transform: `translateY(${layout.topOf(index)}px)` }}
            >
              {renderRow(index, {
                tabIndex: index === tabbable ? 0 : -1,
                focused: focused && index === tabbable,
              })}
            </div>
          ))}
        </div>
      </div>
      {foot}
    </div>
  )
}

/**
 * React keys for the rows: a row that stays keeps its key, and one that comes takes over the elements of one that
 * goes, which costs half of making new ones. Not upwards while the focus is inside: React moves the elements that
 * stay, and a moved element loses the focus.
 */
function useKeys(indices: readonly number[], mayMove: boolean): ReadonlyMap<number, number> {
  const [last, setLast] = useState<{
    indices: readonly number[]
    keys: ReadonlyMap<number, number>
    next: number
  }>({
    indices: [],
    keys: new Map(),
    next: 0,
  })
  if (
    indices.length === last.indices.length &&
    indices[0] === last.indices[0] &&
    indices.at(-1) === last.indices.at(-1)
  ) {
    return last.keys
  }
  const staying = new Set(indices)
  const isDown = (indices[0] ?? 0) >= (last.indices[0] ?? 0)
  const free = isDown || mayMove ? last.indices.filter((index) => !staying.has(index)) : []
  const keys = new Map<number, number>()
  let { next } = last
  for (const index of indices) {
    const from = last.keys.has(index) ? index : free.shift()
    keys.set(index, (from === undefined ? undefined : last.keys.get(from)) ?? next++)
  }
  setLast({ indices, keys, next })
  return keys
}

interface Layout {
  /** Rows. */
  total: number
  /** px, heads included. */
  height: number
  topOf(row: number): number
  /** The row at a height, or the nearest one. */
  rowAt(y: number): number
  headsIn(from: number, to: number): { section: number; y: number }[]
}

function createLayout(
  sections: readonly Section[],
  rowHeight: number,
  open: WindowListProps['open'],
): Layout {
  const starts: { row: number; y: number; head: number }[] = []
  let total = 0
  let y = 0
  for (const { head, rows } of sections) {
    starts.push({ row: total, y, head })
    total += rows
    y += head + rows * rowHeight
  }
  const extra = open?.extra ?? 0
  const openRow = open?.index ?? Number.POSITIVE_INFINITY
  const shift = (row: number) => (row > openRow ? extra : 0)
  const headTop = ({ row, y: at }: { row: number; y: number }) => at + shift(row)

  /** Last section that starts at or before. */
  function find(isAfter: (start: { row: number; y: number; head: number }) => boolean): number {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isAfter(starts[middle]!)) high = middle
      else low = middle + 1
    }
    return Math.max(0, low - 1)
  }

  return {
    total,
    height: y + (total > 0 && openRow < total ? extra : 0),
    topOf(row) {
      const start = starts[find((other) => other.row > row)]
      return start ? start.y + start.head + (row - start.row) * rowHeight + shift(row) : 0
    },
    rowAt(at) {
      const start = starts[find((other) => headTop(other) > at)]
      if (!start || total === 0) return 0
      const inside = at - start.y - start.head - shift(start.row)
      let row = start.row + Math.floor(inside / rowHeight)
      if (row > openRow && start.row <= openRow) {
        row = Math.max(openRow, start.row + Math.floor((inside - extra) / rowHeight))
      }
      return Math.max(start.row === total ? total - 1 : start.row, Math.min(total - 1, row), 0)
    },
    headsIn(from, to) {
      const found: { section: number; y: number }[] = []
      for (let section = find((other) => headTop(other) > from); section < starts.length; section++) {
        const start = starts[section]!
        const at = headTop(start)
        if (at >= to) break
        if (start.head > 0) found.push({ section, y: at })
      }
      return found
    },
  }
}
