/** Rows of a list for who asks before the code that draws from lists is there: until then nothing is known of them. */
import { computed, signal } from '@preact/signals-core'
import { throwMissing } from '../core/missing-error.ts'
import type { AccountParams, ListName } from '../core/protocol.ts'
import { failedSnapshot } from '../core/snapshot.ts'
import type { Readable } from '../shell/readable.ts'
import type { Shell } from '../shell/shell.ts'
import type { createRows, Rows } from './rows.ts'

type Create = typeof createRows

/** As `createRows`, whose code is fetched with the first call. */
export function createLazyRows(shell: Pick<Shell, 'topic' | 'call'>) {
  const create = signal<Create | undefined>(undefined)
  const missing = signal<Rows<ListName>>({ data: undefined, fetchedAt: undefined, status: 'loading' })

  return <N extends ListName>(
    name: N,
    params: AccountParams,
    from: number,
    end: number,
  ): Readable<Rows<N>> => {
    import('./rows.ts').catch(throwMissing).then(
      (module) => (create.value = module.createRows),
      (error: unknown) => (missing.value = failedSnapshot(error)),
    )
    const rows = computed(() => create.value?.(shell, name, params, from, end))
    return computed(() => rows.value?.value ?? (missing.value as Rows<N>))
  }
}
