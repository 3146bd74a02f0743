/** Checks again when this tab is shown, since another tab may have signed in or out meanwhile. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { AskingContext } from './ask-signature.ts'
import type { SignInState } from './sign-in.ts'

interface OtherTabs extends Pick<AskingContext, 'getAccount' | 'fetchSession' | 'onSignedIn'> {
  state: ReadonlySignal<SignInState>
  onSignedOut(): void
}

/** States in which the wallet has no open request. */
const steady: ReadonlySet<SignInState['status']> = new Set([
  'signed-out',
  'ready',
  'unknown',
  'signed-in',
] as const)

/** Returns a stop function. */
export function watchOtherTabs({ state, getAccount, ...context }: OtherTabs): () => void {
  async function check(): Promise<void> {
    const [before, account] = [state.peek(), getAccount()]
    if (document.visibilityState !== 'visible' || !account || !steady.has(before.status)) return
    try {
      const session = await context.fetchSession(account)
      const wasSignedIn = before.status === 'signed-in'
      if (state.peek() !== before || wasSignedIn === (session !== undefined)) return
      if (session) context.onSignedIn(session)
      else context.onSignedOut()
    } catch {
      // If the check fails, the state stays as it is.
    }
  }
  const onChange = () => void check()
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
