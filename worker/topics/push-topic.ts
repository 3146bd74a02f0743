/**
 * A topic whose source reports changes by itself. The source runs while the topic is watched, and is never polled.
 *
 *   first watch ─▶ load ─▶ send ─▶ running ── emits ──▶ send
 *                                  ▲      │ ends or fails
 *                                  └ pause ┘
 */
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { Clock, Cached, PushSource } from '../base/context.ts'
import { type AskedTopic, createWatchers, type Topic } from './topic.ts'

/** Pause before a source that has ended is started again. Milliseconds. */
const RESTART_PAUSE = 5_000

export function createPushTopic<Data>(
  clock: Clock,
  source: PushSource<Data, unknown>,
): Topic<Data> & Partial<Pick<AskedTopic<Data>, 'page' | 'onChanged'>> {
  const watchers = createWatchers<Data>(clock, getSnapshot)
  let cached: Cached<Data> | undefined
  /** Whether the running source emitted the current data. */
  let isCurrent = false
  let error: ErrorRecord | undefined
  let loaded: Promise<void> | undefined
  let running: AbortController | undefined
  let stopTimer = () => {}

  function getSnapshot(): Snapshot<Data> {
    const { data, fetchedAt } = cached ?? { data: undefined, fetchedAt: undefined }
    if (error) return { data, fetchedAt, status: 'failed', error }
    return { data, fetchedAt, status: !cached ? 'loading' : isCurrent ? 'fresh' : 'cached' }
  }

  function run(): void {
    const controller = (running = new AbortController())
    const { signal } = controller
    const emit = {
      cached(next: Cached<Data>) {
        if (signal.aborted) return
        cached = next
        isCurrent = true
        error = undefined
        watchers.send()
      },
      event(event: unknown) {
        if (!signal.aborted) watchers.sendEvent(event)
      },
    }
    const onEnd = (failure?: unknown) => {
      if (signal.aborted) return
      controller.abort()
      isCurrent = false
      if (failure !== undefined) error = toErrorRecord(failure)
      watchers.send()
      stopTimer = clock.after(RESTART_PAUSE, run)
    }
    Promise.resolve()
      .then(() => source.start(emit, signal))
      .then(() => onEnd(), onEnd)
  }

  function stop(): void {
    stopTimer()
    running?.abort()
    running = undefined
    isCurrent = false
  }

  function restart(): void {
    stop()
    if (watchers.size > 0) run()
  }

  function ensureLoaded(): Promise<void> {
    loaded ??= source.load().then(
      (stored) => void (cached ??= stored),
      () => {},
    )
    return loaded
  }

  return {
    watch(watcher) {
      watchers.add(watcher)
      void ensureLoaded().then(() => {
        if (!watchers.has(watcher)) return
        watcher.snapshot(getSnapshot())
        if (!running) run()
      })
      return () => {
        if (watchers.remove(watcher) && watchers.size === 0) stop()
      }
    },
    refresh: async () => restart(),
    ...(source.page && { page: source.page.bind(source) }),
    ...(source.onChanged && { onChanged: source.onChanged.bind(source) }),
    isIdle: () => watchers.size === 0,
    dispose() {
      stop()
      cached = undefined
      error = undefined
      watchers.send()
      watchers.clear()
    },
  }
}
