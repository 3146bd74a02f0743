/** Lets a provider's requests wait for a stored session. */
import { pageClock } from '../base/page-clock.ts'
import { withTimeout } from '../core/base/wait.ts'
import type { Namespace } from '../core/chains/caip.ts'
import type { ProviderPage } from './adapter.ts'

/** How long a request waits until a stored session is restored. Milliseconds. */
const RESTORE_LIMIT = 10_000

/** Resolves when the session is restored, or after `RESTORE_LIMIT`. Loads no code if the page has no stored session. */
export async function awaitPageRestored(page: ProviderPage | undefined, namespace: Namespace): Promise<void> {
  if (!page || page.account.peek().status === 'disconnected') return
  const restored = page.load().then((shell) => shell.awaitRestored(namespace))
  await withTimeout(
    pageClock,
    RESTORE_LIMIT,
    restored.catch(() => {}),
  )
}
