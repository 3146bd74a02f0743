/**
 * The loaded views, by name. Each view except Connect loads when it is first shown, or shortly before. `view-files.ts`
 * lists their files.
 */
import { signal } from '@preact/signals-core'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { ViewName } from '../../src/shell/routes.ts'
import { view as connect } from '../connect/connect-view.tsx'
import type { ViewDefinition } from '../base/view.ts'

type Definitions = { [Name in ViewName]: ViewDefinition<Name> }

const loaded = signal<Partial<Definitions>>({ Connect: connect })

/** Undefined until the view is loaded. Reads a signal. */
export function getView<Name extends ViewName>(name: Name): Definitions[Name] | undefined {
  return loaded.value[name]
}

/** Registers a view after its code has loaded. */
export function keepView<Name extends ViewName>(name: Name, view: Definitions[Name]): void {
  loaded.value = { ...loaded.peek(), [name]: view }
}

/** Loads a view once. After a failure, the next call tries again. @throws view_unknown */
export async function loadView<Name extends ViewName>(name: Name): Promise<void> {
  if (loaded.peek()[name]) return
  const { viewFiles } = await import('./view-files.ts')
  if (!viewFiles[name]) throw new BillfoldError('view_unknown', `There is no view "${name}".`)
  const { view } = await viewFiles[name]()
  keepView(name, view as Definitions[Name])
}

export async function loadViews(names: readonly ViewName[]): Promise<void> {
  await Promise.all(names.map(loadView))
}
