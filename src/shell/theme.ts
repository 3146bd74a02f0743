/** The shown theme: the page's choice, or the system's theme while the page's choice is `auto`. */
import type { Signal } from '@preact/signals-core'
import type { ThemeMode } from './options.ts'
import { createPageSignal } from '../base/page-signal.ts'

/** @param stops gets a stop function. @returns the shown theme, and a function that changes the page's choice. */
export function createTheme(
  initial: ThemeMode | 'auto' | undefined,
  stops: Set<() => void>,
): [Signal<ThemeMode>, (wanted?: ThemeMode | 'auto') => void] {
  const light = globalThis.matchMedia?.('(prefers-color-scheme: light)')
  const shown = createPageSignal<ThemeMode>('dark')
  let wanted = initial
  function show(next = wanted): void {
    wanted = next
    shown.value = wanted === 'light' || (wanted === 'auto' && light?.matches) ? 'light' : 'dark'
  }
  if (light) {
    light.onchange = () => show()
    stops.add(() => (light.onchange = null))
  }
  show()
  return [shown, show]
}
