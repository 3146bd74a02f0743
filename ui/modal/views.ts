/**
 * The views that are there, by name. What the first picture does not need is fetched when it is first shown, or shortly
 * before, from where `view-files.ts` says.
 */
import { signal } from '@preact/signals-core'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { ViewName } from '../../src/shell/routes.ts'
import { view as connect } from '../connect/connect-view.tsx'
import type { ViewDefinition } from '../base/view.ts'

type Definitions = { [Name in ViewName]: ViewDefinition<Name> }

const loaded = signal<Partial<Definitions>>({ Connect: connect })

/** Undefined until it was loaded; read as a signal. */
export function getView<Name extends ViewName>(name: Name): Definitions[Name] | undefined {
  return loaded.value[name]
}

/** From now on it is shown at once. */
export function keepView<Name extends ViewName>(name: Name, view: Definitions[Name]): void {
  loaded.value = { ...loaded.peek(), [name]: view }
}

/** Fetched once; what could not be fetched is tried again with the next call. @throws view_unknown */
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
