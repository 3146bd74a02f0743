/**
 * The worker that the query parameters ask for: `?worker=self` for a worker that the page hosts itself,
 * `?clock=60&since=<ms>` for a worker with a clock 60 times as fast. Tabs with the same `since` have the same time.
 */
import type { Options } from 'billfold'

export function chooseWorker(asked: URLSearchParams): Options['worker'] {
  if (asked.get('worker') === 'self') return new URL('billfold/billfold-worker.js', document.baseURI)
  const factor = asked.get('clock')
  if (!factor) return undefined
  const name = `${factor} ${asked.get('since') ?? Date.now()}`
  return () => new Worker(new URL('./fast-worker.ts', import.meta.url), { type: 'module', name })
}
