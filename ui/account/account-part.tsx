/**
 * The account's place in the card. Its views are a chunk of their own: who has no wallet connected does not need them.
 * They come beside the modal for an account that is there, else while the wallet is being asked.
 */
import { useEffect, useState } from 'react'
import type { AccountViews } from '../../src/shell/view.ts'

let views: AccountViews | undefined

/** From now on the account is drawn at once. */
export function keepAccountViews(loaded: AccountViews): void {
  views = loaded
}

/** Fetched once; what could not be fetched is tried again with the next use. */
export async function loadAccountViews(): Promise<void> {
  if (!views) keepAccountViews(await import('./account.tsx'))
}

export function AccountPart() {
  const [result, setResult] = useState<{ error?: unknown }>()
  useEffect(() => {
    if (views) return
    loadAccountViews().then(
      () => setResult({}),
      (error: unknown) => setResult({ error }),
    )
  }, [])
  if (views) return <views.Account />
  // The card says that this part could not be shown, and tries again.
  if (result?.error !== undefined) throw result.error
  return null
}
