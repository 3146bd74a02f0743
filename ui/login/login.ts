/** Shared by all logins: access to the sign-in site, and the steps after a login. */
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

/** Requires a sign-in connector: without one, no route leads to these views. */
export function getProvider(shell: Shell): AuthProvider {
  return findAuth(shell)!.provider as AuthProvider
}

/** Connects the account after a login, like any wallet's. Never rejects. */
export async function finish(shell: Shell, network: Network | undefined): Promise<void> {
  const connector = findAuth(shell)
  if (!connector) return
  await shell.connect(connector, network)
  const attempt = shell.attempts.peek().find((one) => one.connector.id === connector.id)
  if (attempt && attempt.status !== 'waiting')
    shell.router.replace('ConnectingExternal', { connector, network })
}

/** Must run within the click event: browsers block the window otherwise. */
export function startSocial(shell: Shell, social: Social, network: Network | undefined): void {
  if (social === 'farcaster') return shell.router.push('ConnectingFarcaster', { network })
  const popup = openPopup(getProvider(shell).origin)
  shell.router.push('ConnectingSocial', { social, popup, network })
}

/** The error to show; undefined if the user cancelled. */
export function toFailure(error: unknown): ErrorRecord | undefined {
  return hasCode(error, 'aborted') ? undefined : toErrorRecord(error)
}
