/**
 * A list of any length of which only the rows in view exist (see row-window.ts). Nothing is read from the layout while
 * scrolling but `scrollTop`.
 *
 *   section: [head] row row row …   [head] row row …   foot
 *
 * One row is in the tab order at a time; the arrow keys, Page Up and Down, Home and End move on from it. The row that
 * has the focus stays mounted wherever the list is scrolled to.
 */
import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPace } from './pace.ts'
import { createRowLayout, type Section } from './row-layout.ts'
import { BEYOND, createRowWindow, type Place, type RowWindow, TOGETHER } from './row-window.ts'

interface WindowListProps {
  label: string
  sections: readonly Section[]
  /** px */
  rowHeight: number
  renderHead?(section: number): ReactNode
  /** Called once for each place. */
  renderRow(place: Place): ReactNode
  /** What shows through where a row is not there yet: lines of 60 px, or nothing. */
  ground?: 'lines'
  /** One row that is taller than the others by this many px. */
  open?: { index: number; extra: number } | undefined
  /** After the last row. */
  foot?: ReactNode
  /** Rows [from, to) are in view; `ahead` is the direction of travel. Called after each change. */
  onView(from: number, to: number, ahead: 1 | -1): void
}

/** One page, one pace: what one list learned holds for the next. */
const pace = createPace()
/** Height of the view until it was measured. */
const FIRST_GUESS = 480
/** The scrolling has come to rest. Milliseconds. */
const REST = 150
/** A row that passes the view in less than this cannot be read. Milliseconds. */
const GLANCE = 300
const FRAME = 1000 / 60

export function WindowList(props: WindowListProps) {
  const { label, sections, rowHeight, renderHead, renderRow, ground, open, foot, onView } = props
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(FIRST_GUESS)
  const layout = useMemo(() => createRowLayout(sections, rowHeight, open), [sections, rowHeight, open])
  const [rows] = useState(() => createRowWindow(layout, height))
  const places = rows.getPlaces(Math.min(layout.total, Math.ceil(height / rowHeight) + 1 + BEYOND))
  /** `scrollTop` at the last scroll event: to read it after a change would lay the page out at once. */
  const top = useRef(0)
  const moved = useRef(Number.NEGATIVE_INFINITY)

  const look = useCallback(
    (most?: number) => {
      const view = rows.look(top.current, height, most)
      onView(view.from, view.to, view.ahead)
      return view
    },
    [rows, height, onView],
  )

  useEffect(() => {
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.height > 0) setHeight(entry.contentRect.height)
    })
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  /** Only at rest: an element that is moved is made anew by the browser, with all that is in it. */
  const sort = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sortSoon = useCallback(function wait() {
    clearTimeout(sort.current)
    sort.current = setTimeout(() => {
      if (isMoving(moved.current)) wait()
      else if (list.current) sortRows(list.current)
    }, REST)
  }, [])
  useEffect(() => () => clearTimeout(sort.current), [])

  useLayoutEffect(() => {
    // A list that moves asks for its rows frame by frame anyway.
    const most = isMoving(moved.current) && pace.isStrained() ? TOGETHER : undefined
    const view = rows.setLayout(layout, top.current, height, most)
    onView(view.from, view.to, view.ahead)
    sortSoon()
  }, [rows, layout, height, onView, sortSoon])

  useLayoutEffect(() => markAway(list.current!, rows), [rows])

  // While the list moves, each frame asks for its rows. Those that are missing in view come before it is painted, as
  // many as the page can bear; on a page that is late, right after it. Rows beyond the view come between two frames.
  // React's own scroll event would cost more than all that most of them do.
  useLayoutEffect(() => {
    const view = scroller.current!
    /** Speed in views per `GLANCE`, 2 at most. */
    let before = { top: top.current, time: 0, speed: 0 }
    let frame = 0
    let spare: ReturnType<typeof setTimeout> | undefined
    const change = (most: number) => {
      pace.spend(look(most).changed)
      rows.giveFocus()
    }
    const changeSoon = (most: number) => {
      spare ??= setTimeout(() => {
        spare = undefined
        change(most)
      })
    }
    const follow = (time: number) => {
      // A late frame does not make the list slower; and the steps of a wheel's frames differ.
      const passed = Math.abs(top.current - before.top) / Math.min(time - before.time || FRAME, FRAME)
      const speed = (before.speed + Math.min(2, (passed * GLANCE) / height)) / 2
      before = { top: top.current, time, speed }
      const most = pace.read(time)
      const isSettled = rows.isSettled(top.current, height)
      const isAtRest = isSettled && !isMoving(moved.current)
      frame = isAtRest ? 0 : requestAnimationFrame(follow)
      if (isAtRest) sortSoon()
      if (isSettled || pace.isStrained()) rows.pass(top.current, height)
      if (isSettled) return
      // A late page goes without rows that nobody could read; they come when the list slows down.
      if (pace.isStrained() && speed > 1) pace.spend(0)
      else if (rows.covers(top.current, height)) changeSoon(TOGETHER)
      else if (pace.isStrained()) changeSoon(most)
      else change(most)
    }
    const onScroll = () => {
      top.current = view.scrollTop
      moved.current = performance.now()
      frame ||= requestAnimationFrame(follow)
    }
    view.addEventListener('scroll', onScroll, { passive: true })
    if (isMoving(moved.current) || !rows.isSettled(top.current, height)) frame = requestAnimationFrame(follow)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(spare)
      view.removeEventListener('scroll', onScroll)
    }
  }, [rows, height, look, sortSoon])

  function onKeyDown(event: KeyboardEvent): void {
    const active = rows.active.peek()
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
    const y = layout.topOf(next)
    if (y < view.scrollTop + rowHeight / 2) view.scrollTop = next === 0 ? 0 : y - rowHeight / 2
    else if (y + rowHeight * 2 > view.scrollTop + height) view.scrollTop = y + rowHeight * 2 - height
    // A key is one step, not a motion: all rows come at once.
    top.current = view.scrollTop
    look()
    // A row that is not there yet gets the focus when it comes; until then the list holds it.
    rows.setWanted(next)
    if (!rows.giveFocus()) view.focus({ preventScroll: true })
  }

  return (
    <div
      className="scroll"
      ref={scroller}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
          rows.setWanted(undefined)
      }}
    >
      <div
        className={ground ? `window ${ground}` : 'window'}
        style={{ height: layout.height }}
        onFocus={(event) => {
          const row = (event.target as Element).closest<HTMLElement>('[data-row]')
          if (row) rows.onFocus(Number(row.dataset['row']))
        }}
        onBlur={() => rows.onFocus(undefined)}
      >
        {renderHead && <Heads rows={rows} renderHead={renderHead} />}
        {/* Heads stand beside the list: a list may hold nothing but its items. */}
        <div role="list" aria-label={label} ref={list}>
          {places.map((place) => (
            <Row key={place.key} place={place} rows={rows} renderRow={renderRow} />
          ))}
        </div>
      </div>
      {foot}
    </div>
  )
}

/**
 * Rows that lie out of view cost frames of a wheel by their mere presence: while none comes, they are not laid out. The
 * one that Tab reaches is, or it could not have the focus.
 */
function markAway(list: HTMLElement, rows: RowWindow): () => void {
  return effect(() => void list.classList.toggle('away', rows.isAway.value))
}

/** The list was scrolled just now. */
function isMoving(moved: number): boolean {
  return performance.now() - moved < REST
}

function Heads({ rows, renderHead }: { rows: RowWindow; renderHead(section: number): ReactNode }) {
  useSignals()
  return rows.heads.value.map(({ section, y }) => (
    <div key={section} className="slot" style={{ top: y }}>
      {renderHead(section)}
    </div>
  ))
}

interface RowProps {
  place: Place
  rows: RowWindow
  renderRow(place: Place): ReactNode
}

const Row = memo(function Row({ place, rows, renderRow }: RowProps) {
  const item = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () =>
      effect(() => {
        const { total, topOf, openRow } = rows.layout.value
        const index = place.index.value
        const element = item.current!
        element.dataset['row'] = String(index)
        element.ariaPosInSet = String(index + 1)
        element.ariaSetSize = String(total)
        element.style.top = `${topOf(index)}px`
        element.classList.toggle('opened', index === openRow)
        element.classList.toggle('stop', place.tabIndex.value === 0)
      }),
    [place, rows],
  )
  return (
    <div ref={item} role="listitem" className="slot">
      {renderRow(place)}
    </div>
  )
})

/**
 * Puts the elements into the order of the rows, for those who read them one after the other. Whatever has the focus is
 * not moved: a moved element loses it.
 */
function sortRows(list: HTMLElement): void {
  const { activeElement } = list.getRootNode() as ShadowRoot
  const items = [...(list.children as HTMLCollectionOf<HTMLElement>)]
  items.sort((one, other) => Number(one.dataset['row']) - Number(other.dataset['row']))
  const still = items.findIndex((item) => item.contains(activeElement))
  const put = (at: number) => {
    const next = items[at + 1] ?? null
    if (items[at]!.nextSibling !== next) list.insertBefore(items[at]!, next)
  }
  for (let at = items.length - 1; at > still; at--) put(at)
  for (let at = still - 1; at >= 0; at--) put(at)
}
