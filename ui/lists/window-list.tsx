/**
 * A list of any length that renders only the rows in view (see row-window.ts).
 *
 *   section: [heading] row row row …   [heading] row row …   foot
 *
 * One row at a time is in the tab order; the arrow keys, Page Up and Down, Home and End move the focus from it. The
 * focused row stays mounted even when it is scrolled out of view. Rows in view keep their position when rows
 * are inserted above them.
 */
import { effect, untracked } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  type FocusEvent,
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
import type { Route } from '../../src/shell/routes.ts'
import { readTime } from '../base/read-time.ts'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { watchSize } from '../base/watch-size.ts'
import css from './list.css?inline'
import { createRowLayout, type OpenRow, type Section } from './row-layout.ts'
import {
  OVERSCAN,
  type Block,
  createRowWindow,
  type IdOf,
  type Slot,
  type RowWindow,
  MAX_HEIGHT,
} from './row-window.ts'

addSheet(css)

export interface WindowListProps {
  label: string
  sections: readonly Section[]
  /** px */
  rowHeight: number
  renderHead?(section: number): ReactNode
  /** Called once for each slot, which shows different rows in turn. */
  renderRow(slot: Slot): ReactNode
  /**
   * Returns the id of a row, read from signals. If given, the rows in view stay in place when rows are inserted above.
   */
  idOf?: IdOf
  /** The open row, which is taller than the others. When it opens, the list scrolls until all of it is visible. */
  open?: OpenRow | undefined
  /** A section to scroll to. Each new object scrolls the list once. */
  jump?: Jump | undefined
  /** Shown after the last row. */
  foot?: ReactNode
  /**
   * Called after each change with the rows in view: `from` up to, but not including, `to`. `ahead`: direction of the
   * scroll.
   */
  onView(from: number, to: number, ahead: 1 | -1): void
}

export interface Jump {
  section: number
}

/** Assumed height of the view until it is measured. px */
const FIRST_GUESS = 480
/** Time without scrolling after which the rows are put into document order. Milliseconds. */
const REST = 150
/** Height that the fade at the lower edge covers beyond the padding, with a small margin. px */
const FADE = 28

/** For each route and list, the scroll position, restored when the person comes back. px */
const tops = new WeakMap<Route, Map<string, number>>()

const unknown: IdOf = () => undefined

export function WindowList(props: WindowListProps) {
  const {
    label,
    sections,
    rowHeight,
    renderHead,
    renderRow,
    idOf = unknown,
    open,
    jump,
    foot,
    onView,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const block = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(FIRST_GUESS)
  const layout = useMemo(() => createRowLayout(sections, rowHeight, open), [sections, rowHeight, open])
  const [rows] = useState(() => createRowWindow(layout))
  const slots = rows.getSlots(Math.min(layout.total, Math.ceil(height / rowHeight) + 1 + OVERSCAN))

  useEffect(
    () =>
      watchSize(scroller.current!, ({ contentRect }) => {
        if (contentRect.height > 0) setHeight(contentRect.height)
      }),
    [],
  )

  const { current } = useViewer().router
  const [route] = useState(() => current.peek())
  const y = useRef(tops.get(route)?.get(label) ?? 0)

  /** The scroll position as last known: reading it from the element after a change would force a layout. */
  const scrollTop = useRef(0)
  const scrollTo = useCallback((px: number) => {
    scroller.current!.scrollTop = px
    scrollTop.current = scroller.current!.scrollTop
  }, [])

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  const update = useCallback(() => {
    const view = rows.update(scrollTop.current, height, idOf)
    y.current = view.top
    untracked(() => onView(view.from, view.to, view.ahead))
    rows.giveFocus()
    clearTimeout(rest.current)
    rest.current = setTimeout(() => sortRows(list.current!), REST)
    return view
  }, [rows, height, idOf, onView])

  useLayoutEffect(() => {
    scrollTo(rows.aim(y.current, FIRST_GUESS))
    return () => {
      // The route is still open if only the tab changed. Then the list starts at the top next time.
      const isLeft = current.peek() !== route
      tops.set(route, (tops.get(route) ?? new Map()).set(label, isLeft ? y.current : 0))
    }
  }, [rows, scrollTo, current, route, label])

  // Render rows in the frame that shows them: browsers fire `scroll` once per frame, before they draw. React's own
  // scroll event would cost more than the rest of most frames.
  useLayoutEffect(() => {
    const view = scroller.current!
    const onScroll = () => {
      scrollTop.current = view.scrollTop
      update()
    }
    view.addEventListener('scroll', onScroll, { passive: true })
    return () => view.removeEventListener('scroll', onScroll)
  }, [update])

  useLayoutEffect(
    () =>
      effect(() => {
        rows.layout.value = layout
        const by = rows.follow(idOf)
        // A list at its top stays there, so that new rows become visible.
        if (by !== 0 && scrollTop.current > 0) scrollTo(scrollTop.current + by)
        update()
      }),
    [rows, layout, idOf, update, scrollTo],
  )

  useLayoutEffect(() => effect(() => stick(block.current!, rows.block.value)), [rows])

  useJump(jump, (section) => {
    scrollTo(rows.aim(layout.topOfSection(section), height))
    update()
  })

  useOpening(open, ({ index, extra }) => {
    const { top } = update()
    const y = layout.topOf(index)
    const lowest = y + rowHeight + extra + FADE - height
    // Keep the start of the row visible; if the row is taller than the view, the person scrolls to its end.
    glide(scroller.current!, Math.min(y, Math.max(top, lowest)) - top)
  })

  /** Scrolls a row into view at once. No animation: the next key press may come before its end. */
  function reveal(row: number): void {
    const { top } = update()
    const y = layout.topOf(row)
    // If there is room, show parts of the neighbouring rows, as a sign that the list continues.
    const room = Math.max(0, height - rowHeight) / 2
    const highest = row === 0 ? 0 : y - Math.min(rowHeight / 2, room)
    const lowest = y + rowHeight + Math.min(rowHeight, room) - height
    scrollTo(rows.aim(Math.max(lowest, Math.min(highest, top)), height))
    update()
  }

  function onFocus({ target }: FocusEvent): void {
    const item = target.closest<HTMLElement>('[data-row]')
    if (!item) return
    const row = Number(item.dataset['row'])
    rows.onFocus(row)
    const { scrollTop: top } = scroller.current!
    if (top === scrollTop.current || !target.matches(':focus-visible')) return
    // Keyboard focus: the browser has scrolled to the sticky position of the row, and its scroll event is still to
    // come. Scroll to the real position instead. Do not scroll after a press, so that the row stays below the pointer.
    scrollTop.current = top
    reveal(row)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const active = rows.active.peek()
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const step = findStep(event.key, active, page, layout.total - 1)
    const view = scroller.current
    // Controls inside an open row handle their keys themselves.
    const isRow = event.target === view || (event.target as Element).matches('[data-row] > [tabindex]')
    if (step === undefined || !view || !isRow) return
    event.preventDefault()
    const next = Math.max(0, Math.min(layout.total - 1, step))
    reveal(next)
    // A row that is not rendered yet takes the focus later. Until then, the list has the focus.
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
        className="window"
        style={{ height: Math.min(layout.height, MAX_HEIGHT) }}
        onFocus={onFocus}
        onBlur={() => rows.onFocus(undefined)}
      >
        <div className="block" ref={block}>
          <div className="rows">
            {renderHead && <Heads rows={rows} renderHead={renderHead} />}
            {/* Headings are outside of the list element, since that may contain only list items. */}
            <div role="list" aria-label={label} ref={list}>
              {slots.map((slot) => (
                <Row key={slot.key} slot={slot} rows={rows} renderRow={renderRow} />
              ))}
            </div>
          </div>
        </div>
      </div>
      {foot}
    </div>
  )
}

/** The row to which a key moves the focus; undefined for other keys. */
function findStep(key: string, active: number, page: number, last: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: last,
  }
  return steps[key]
}

/** Calls `go` once for each new jump. */
function useJump(jump: Jump | undefined, go: (section: number) => void): void {
  const made = useRef(jump)
  useLayoutEffect(() => {
    if (!jump || jump === made.current) return
    made.current = jump
    go(jump.section)
  })
}

/** Calls `show` when a row opens or its facts grow. */
function useOpening(open: OpenRow | undefined, show: (row: OpenRow) => void): void {
  const extra = useRef(0)
  useLayoutEffect(() => {
    const before = extra.current
    extra.current = open?.extra ?? 0
    if (open && open.extra !== 0 && open.extra !== before) show(open)
  })
}

/**
 * Places the rendered rows, sticky at the edge that would leave the view first. Browsers scroll without waiting for the
 * page: if they scroll past these rows, the rows must stay in view until the next ones are rendered.
 */
function stick(block: HTMLElement, { top, height }: Block): void {
  const { style } = block
  style.marginBlockStart = `${top}px`
  style.height = `${height}px`
  style.insetBlock = `min(0px, 100% - ${height}px)`
  ;(block.firstElementChild as HTMLElement).style.top = `${-top}px`
}

function Heads({ rows, renderHead }: { rows: RowWindow; renderHead(section: number): ReactNode }) {
  useSignals()
  return rows.heads.value.map(({ section, y }) => (
    <div key={section} className="slot" style={{ top: y - rows.offset.value }}>
      {renderHead(section)}
    </div>
  ))
}

interface RowProps {
  slot: Slot
  rows: RowWindow
  renderRow(slot: Slot): ReactNode
}

const Row = memo(function Row({ slot, rows, renderRow }: RowProps) {
  const item = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () =>
      effect(() => {
        const { total, topOf, openRow } = rows.layout.value
        const index = slot.index.value
        const element = item.current!
        element.dataset['row'] = String(index)
        element.ariaPosInSet = String(index + 1)
        element.ariaSetSize = String(total)
        element.style.top = `${topOf(index) - rows.offset.value}px`
        element.classList.toggle('opened', index === openRow)
      }),
    [slot, rows],
  )
  return (
    <div ref={item} role="listitem" className="slot">
      {renderRow(slot)}
    </div>
  )
})

/** Scrolls by a distance (px), animated like a change of views; at once with reduced motion. */
function glide(view: HTMLElement, by: number): void {
  const duration = readTime(view, '--bf-t-view')
  const from = view.scrollTop
  const start = performance.now()
  const step = (now: number) => {
    const left = Math.max(0, 1 - Math.max(0, now - start) / duration) || 0
    view.scrollTop = from + by * (1 - left ** 3)
    if (left > 0) requestAnimationFrame(step)
  }
  if (by !== 0) step(start)
}

/**
 * Puts the elements into document order, for screen readers. Only while the list rests, since an element that is moved
 * is laid out again, loses the focus, and misses a click.
 */
function sortRows(list: HTMLElement): void {
  if (list.matches(':active')) return
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
