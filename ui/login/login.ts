/** Functions for all logins: the sign-in site, and what follows a login. */
import type { Connector } from '../../src/wallets/connector.ts'
import { type ErrorRecord, hasCode, toErrorRecord } from '../../src/core/base/errors.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { AuthProvider } from '../../src/wallets/auth/connector.ts'
import { openPopup } from '../../src/wallets/auth/popup.ts'
import type { Social } from '../../src/shell/routes.ts'

/** The sign-in connector; undefined if the page has none. */
export function findAuth({ connectors }: Shell): Connector | undefined {
  return connectors.peek().find(({ type }) => type === 'AUTH')
}

/** The provider of the sign-in connector, which must exist: without it, no route leads to the views of this folder. */
export function getProvider(shell: Shell): AuthProvider {
  return findAuth(shell)!.provider as AuthProvider
}

/** Connects the account after a login, in the same way as a wallet. Never rejects. */
export async function finish(shell: Shell, network: Network | undefined): Promise<void> {
  const connector = findAuth(shell)
  if (!connector) return
  await shell.connect(connector, network)
  const attempt = shell.attempts.peek().find((one) => one.connector.id === connector.id)
  if (attempt && attempt.status !== 'waiting')
    shell.router.replace('ConnectingExternal', { connector, network })
}

/** Opens the provider's window. Call it during the click event, since browsers block windows that open later. */
export function startSocial(shell: Shell, social: Social, network: Network | undefined): void {
  if (social === 'farcaster') return shell.router.push('ConnectingFarcaster', { network })
  const popup = openPopup(getProvider(shell).origin)
  shell.router.push('ConnectingSocial', { social, popup, network })
}

/** The error to show; undefined if the person cancelled. */
export function toFailure(error: unknown): ErrorRecord | undefined {
  return hasCode(error, 'aborted') ? undefined : toErrorRecord(error)
}
