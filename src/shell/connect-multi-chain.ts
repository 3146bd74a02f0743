/** Connects a wallet of several namespaces when the page named no network: the modal asks for the namespace. */
import type { ReadonlySignal } from '@preact/signals-core'
import { BillfoldError } from '../core/base/errors.ts'
import type { Readable } from '../base/readable.ts'
import type { AccountState, ConnectedAccount } from '../wallets/account.ts'
import { when } from '../base/when.ts'
import type { Connector } from '../wallets/connector.ts'
import type { Router } from './router.ts'

export interface MultiChainOptions {
  router: Router
  account: Readable<AccountState>
  isOpen: ReadonlySignal<boolean>
  open(view: 'Connect'): Promise<void>
  close(): void
}

/**
 * Resolves to the account of the chosen namespace.
 * @throws aborted if the modal is closed without a connection, or if the signal aborts
 */
export async function connectMultiChain(
  ways: readonly Connector[],
  { router, account, isOpen, open, close }: MultiChainOptions,
  stopping: AbortSignal | undefined,
): Promise<ConnectedAccount> {
  stopping?.throwIfAborted()
  const before = account.peek()
  const opening = open('Connect')
  // Push in the same task, so that the modal opens with this view.
  router.push('ConnectingMultiChain', { connectors: ways })
  stopping?.addEventListener('abort', close)
  try {
    await opening
    const isNew = (now: AccountState): now is ConnectedAccount =>
      now !== before &&
      now.status === 'connected' &&
      ways.some(({ provider }) => provider === now.connector.provider)
    const state = await when(
      () => [account.value, isOpen.value] as const,
      ([now, isShown]) => isNew(now) || !isShown,
    )
    if (isNew(state[0])) return state[0]
  } finally {
    stopping?.removeEventListener('abort', close)
  }
  stopping?.throwIfAborted()
  throw new BillfoldError('aborted', `The modal was closed before a network of ${ways[0]?.name} was chosen.`)
}
