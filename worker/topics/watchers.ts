/**
 * Those who watch a topic. Heads that follow each other quickly, as while older pages come, leave together: a view draws
 * each head that it gets.
 */
import type { ListHead, Range } from '../../src/core/contract/list.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { Clock } from '../base/context.ts'

export interface Watcher<Data> {
  snapshot(snapshot: Snapshot<Data>): void
  event(event: unknown): void
}

export interface Watchers<Data> {
  readonly size: number
  has(watcher: Watcher<Data>): boolean
  add(watcher: Watcher<Data>): void
  /** False when it was none. */
  remove(watcher: Watcher<Data>): boolean
  /** To everybody, now. */
  send(): void
  /** To everybody, at most four times a second. */
  sendSoon(): void
  /** The next `sendSoon` would have to wait. */
  isHeld(): boolean
  sendEvent(event: unknown): void
  clear(): void
}

/** Milliseconds between two heads that leave together with those in between. */
const HEAD_PAUSE = 250

export function createWatchers<Data>(clock: Clock, getSnapshot: () => Snapshot<Data>): Watchers<Data> {
  const watchers = new Set<Watcher<Data>>()
  let sentAt = -Infinity
  /** The last snapshot that was not sent yet. */
  let held: Snapshot<Data> | undefined
  let stopTimer = () => {}

  function drop(): void {
    stopTimer()
    held = undefined
  }

  function send(): void {
    if (watchers.size === 0) return
    const snapshot = joinHeads(held, getSnapshot())
    drop()
    sentAt = clock.now()
    for (const watcher of watchers) watcher.snapshot(snapshot)
  }

  const isHeld = () => clock.now() - sentAt < HEAD_PAUSE && clock.now() >= sentAt

  return {
    clear() {
      watchers.clear()
      drop()
    },
    get size() {
      return watchers.size
    },
    has: (watcher) => watchers.has(watcher),
    add: (watcher) => void watchers.add(watcher),
    remove(watcher) {
      const removed = watchers.delete(watcher)
      if (watchers.size === 0) drop()
      return removed
    },
    send,
    sendSoon() {
      if (watchers.size === 0) return
      if (!isHeld()) return send()
      held = joinHeads(held, getSnapshot())
      stopTimer()
      stopTimer = clock.after(sentAt + HEAD_PAUSE - clock.now(), send)
    },
    isHeld,
    sendEvent(event) {
      for (const watcher of watchers) watcher.event(event)
    },
  }
}

/** The later one, which tells of the changes of both: a row that differs changed in one of the two steps. */
function joinHeads<Data>(earlier: Snapshot<Data> | undefined, later: Snapshot<Data>): Snapshot<Data> {
  const [before, after] = [toHead(earlier?.data), toHead(later.data)]
  if (!before || !after) return later
  const isSame = before.version === after.version
  if (!isSame && after.since !== before.version) return later
  const dirty = isSame ? before.dirty : joinRanges([...before.dirty, ...after.dirty])
  const head = { ...after, since: before.since, dirty }
  return { ...later, data: head as Data }
}

function toHead(data: unknown): ListHead | undefined {
  return typeof data === 'object' && data !== null && 'dirty' in data ? (data as ListHead) : undefined
}

function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
