/** What the card shows: a view, or that its code is on its way, or that it could not be fetched. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { hasCode } from '../../src/core/base/errors.ts'
import type { ViewName } from '../../src/shell/routes.ts'
import type { ViewDefinition } from '../base/view.ts'
import { getView, loadView, loadViews } from './views.ts'

interface ShownView {
  /** Absent until its code is there. */
  definition: ViewDefinition | undefined
  /** Its code could not be fetched. */
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
    // What cannot be fetched now is fetched when it is needed.
    if (next) loadViews(next).catch(() => {})
  }, [next])

  const isMissing = !definition && missing?.name === name && missing.tries === tries
  // To fetch it again would not help: the card says so, and leads home.
  if (isMissing && hasCode(missing.error, 'view_unknown')) throw missing.error
  return {
    definition,
    isMissing,
    retry: () => setTries(tries + 1),
  }
}
