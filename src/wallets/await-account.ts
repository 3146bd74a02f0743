/** Waits for a connected account. `getState` may read signals. */
import type { ReadonlySignal } from '@preact/signals-core'
import { when } from '../base/when.ts'
import type { AccountState, ConnectedAccount } from './account.ts'
import { BillfoldError } from '../core/base/errors.ts'

/**
 * Waits until stored sessions are restored. Resolves with the connected account, or with undefined if there is none.
 */
export async function awaitRestored(getState: () => AccountState): Promise<ConnectedAccount | undefined> {
  const state = await when(getState, (now) => now.status !== 'connecting' || !now.restoring)
  return state.status === 'connected' ? state : undefined
}

/** @throws connect_cancelled if the modal was closed without a connection */
export async function awaitConnected(
  getState: () => AccountState,
  isOpen: ReadonlySignal<boolean>,
): Promise<ConnectedAccount> {
  // A closed modal alone is not the end: a wallet that was asked may still answer.
  const isOver = ({ status }: AccountState) =>
    status === 'connected' || (status === 'disconnected' && !isOpen.value)
  const state = await when(getState, isOver)
  if (state.status === 'connected') return state
  throw new BillfoldError('connect_cancelled', 'The modal was closed and no wallet was connected.')
}
