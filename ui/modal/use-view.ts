/** The current view of the card, or the state of its load. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { hasCode } from '../../src/core/base/errors.ts'
import type { ViewName } from '../../src/shell/routes.ts'
import type { ViewDefinition } from '../base/view.ts'
import { getView, loadView, loadViews } from './views.ts'

interface ShownView {
  /** Absent until the view's code is loaded. */
  definition: ViewDefinition | undefined
  /** Whether the view's code could not be loaded. */
  isMissing: boolean
  retry(): void
}

export function useView(name: ViewName): ShownView {
  useSignals()
  const [tries, setTries] = useState(0)
  const [missing, setMissing] = useState<{ name: ViewName; tries: number; error: unknown }>()
  const definition = getView(name) as ViewDefinition | undefined
  const next = definition?.next

  useEffect(() => {
    let isWanted = true
    loadView(name).catch((error: unknown) => isWanted && setMissing({ name, tries, error }))
    return () => void (isWanted = false)
  }, [name, tries])

  useEffect(() => {
    // Ignore failures: the view loads again when it is shown.
    if (next) loadViews(next).catch(() => {})
  }, [next])

  const isMissing = !definition && missing?.name === name && missing.tries === tries
  // A retry would not help, so let the error boundary offer the home view.
  if (isMissing && hasCode(missing.error, 'view_unknown')) throw missing.error
  return {
    definition,
    isMissing,
    retry: () => setTries(tries + 1),
  }
}
