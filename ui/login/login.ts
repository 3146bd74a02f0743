/** Shared by all ways to sign in: how the site is asked, and what happens afterwards. */
import type { Connector } from '../../src/wallets/connector.ts'
import { type ErrorRecord, hasCode, toErrorRecord } from '../../src/core/base/errors.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { AuthProvider } from '../../src/wallets/auth/connector.ts'
import { openPopup } from '../../src/wallets/auth/popup.ts'
import type { Social } from '../../src/shell/routes.ts'

/** Undefined where the page has none. */
export function findAuth({ connectors }: Shell): Connector | undefined {
  return connectors.peek().find(({ type }) => type === 'AUTH')
}

/** @throws for a page without, which has no way to these views */
export function getProvider(shell: Shell): AuthProvider {
  return findAuth(shell)!.provider as AuthProvider
}

/** The site knows the person: the account is connected as that of any wallet. Never rejects. */
export async function finish(shell: Shell, network: Network | undefined): Promise<void> {
  const connector = findAuth(shell)
  if (!connector) return
  await shell.connect(connector, network)
  const attempt = shell.attempts.peek().find((one) => one.connector.id === connector.id)
  if (attempt && attempt.status !== 'waiting')
    shell.router.replace('ConnectingExternal', { connector, network })
}

/** In the click itself: a window opens by nothing else. */
export function startSocial(shell: Shell, social: Social, network: Network | undefined): void {
  if (social === 'farcaster') return shell.router.push('ConnectingFarcaster', { network })
  const popup = openPopup(getProvider(shell).origin)
  shell.router.push('ConnectingSocial', { social, popup, network })
}

/** What a person is told of; undefined for what they brought about themselves. */
export function toFailure(error: unknown): ErrorRecord | undefined {
  return hasCode(error, 'aborted') ? undefined : toErrorRecord(error)
}
