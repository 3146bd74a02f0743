/**
 * The shell of a page, from before it is loaded until it ends.
 *
 *   resting ── needed ──▶ loading ──▶ loaded
 *      ▲                     │           │
 *      └─ failed, dropped ───┴───────────┘       ended, for good (from each state)
 *
 * If the code could not be fetched, the shell retries after a backoff while its data has a subscriber.
 */
import { computed, signal } from '@preact/signals-core'
import { BillfoldError, createStoppedError, hasCode, throwCodeMissing } from '../core/base/errors.ts'
import { getRetryPause } from '../core/base/retry-pause.ts'
import type { Snapshot } from '../core/contract/protocol.ts'
import { failedSnapshot } from '../core/contract/snapshot.ts'
import type { ShellControl, ShellOptions } from './create-shell.ts'
import type { Readable } from '../base/readable.ts'

export interface LazyShell {
  /**
   * If the shell is dropped while a caller waits, the caller gets the next shell. If loading fails, the next use tries
   * again.
   * @throws stopped; wallet_missing on a server; the reason why the shell could not be loaded
   */
  load(): Promise<ShellControl>
  /** Downloads the code that `load` needs, without running it. */
  fetchCode(): Promise<unknown>
  /** Drops the loaded shell, or cancels its loading. */
  drop(): void
  end(): void
  /** @throws stopped */
  assertAlive(): void
  /**
   * A topic or a part of a list from the current shell, which is loaded for the first reader. The same arguments return
   * the same readable, so that `getData` can be called in each render.
   */
  getData<T>(name: 'topic' | 'rows', given: unknown[]): Readable<Snapshot<T>>
}

type Context = Omit<ShellOptions, 'finders'>

const UNKNOWN: Snapshot<never> = { data: undefined, fetchedAt: undefined, status: 'loading' }

/** @param getContext the shell's dependencies, read when they are needed */
export function createLazyShell(getContext: () => Context): LazyShell {
  /** The loaded shell. Until the shell is loaded: one snapshot for all topics. */
  const source = signal<ShellControl | Snapshot<never>>(UNKNOWN)
  const signals = new Map<string, Readable<Snapshot<unknown>>>()
  let shell: ShellControl | undefined
  let loading: Promise<ShellControl> | undefined
  let ended: BillfoldError | undefined
  /** Number of signals with subscribers. */
  let readers = 0
  /** Number of failed downloads in a row. */
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<ShellControl> {
    assertAlive()
    if (typeof window === 'undefined')
      throw new BillfoldError('wallet_missing', 'Wallets connect only in a browser, not on a server.')
    if (loading) return loading
    const context = getContext()
    const mine: Promise<ShellControl> = fetchCode(context).then(
      ([{ createShell }, ...finders]) => {
        // If the options were replaced while the code was loading, load again. If the instance ended meanwhile, `load`
        // throws.
        if (mine !== loading) return load()
        const loaded = (shell = createShell({ ...context, finders }))
        failures = 0
        source.value = loaded
        return loaded
      },
      (error: unknown) => {
        if (mine !== loading) return load()
        throw error
      },
    )
    loading = mine
    mine.catch((error: unknown) => {
      if (mine === loading) fail(error)
    })
    return mine
  }

  /** Retries a failed download of the code while the shell's data has a subscriber. */
  function fail(error: unknown): void {
    drop(error)
    if (!hasCode(error, 'code_missing')) return
    failures += 1
    retry = setTimeout(() => readers > 0 && loadQuietly(), getRetryPause(failures))
  }

  function loadQuietly(): void {
    load().catch(() => {})
  }

  function fetchCode({ options } = getContext()) {
    return Promise.all([
      import('./create-shell.ts'),
      ...options.adapters.map((adapter) => adapter.loadFinder()),
    ] as const).catch(throwCodeMissing)
  }

  function drop(error?: unknown): void {
    const left = shell
    clearTimeout(retry)
    loading = shell = undefined
    source.value = error ? failedSnapshot(error) : UNKNOWN
    left?.stop()
  }

  function assertAlive(): void {
    if (ended) throw ended
  }

  function createData<T>(read: (shell: ShellControl) => Readable<Snapshot<T>>): Readable<Snapshot<T>> {
    const data = computed(() => ('topic' in source.value ? read(source.value) : undefined))
    return computed(() => data.value?.value ?? (source.value as Snapshot<T>), {
      watched() {
        readers += 1
        loadQuietly()
      },
      unwatched: () => void (readers -= 1),
    })
  }

  return {
    load,
    fetchCode,
    drop,
    end: () => drop((ended = createStoppedError())),
    assertAlive,
    getData<T>(...question: ['topic' | 'rows', unknown[]]) {
      const key = JSON.stringify(question)
      const [name, given] = question
      const read = (loaded: ShellControl) =>
        (loaded[name] as (...asked: unknown[]) => Readable<Snapshot<T>>)(...given)
      const found = (signals.get(key) ?? createData(read)) as Readable<Snapshot<T>>
      // Move the key to the end of the map, which is sorted by the last use.
      signals.delete(key)
      signals.set(key, found)
      // Drop the least recently used signal. It is created again on demand.
      if (signals.size > 200) signals.delete(signals.keys().next().value!)
      return found
    },
  }
}
