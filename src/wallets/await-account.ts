/** Waits for a connected account. The callback may read signals. */
import type { ReadonlySignal } from '@preact/signals-core'
import { when } from '../base/when.ts'
import type { AccountState, ConnectedAccount } from './account.ts'
import { BillfoldError } from '../core/base/errors.ts'

/** The connected account once restoring has ended; undefined without one. */
export async function awaitRestored(getState: () => AccountState): Promise<ConnectedAccount | undefined> {
  const state = await when(getState, (now) => now.status !== 'connecting' || !now.restoring)
  return state.status === 'connected' ? state : undefined
}

/** @throws connect_cancelled if the modal was closed without a connection */
export async function awaitConnected(
  getState: () => AccountState,
  isOpen: ReadonlySignal<boolean>,
): Promise<ConnectedAccount> {
  // After the modal was closed, a wallet that is still asking may answer.
  const isOver = ({ status }: AccountState) =>
    status === 'connected' || (status === 'disconnected' && !isOpen.value)
  const state = await when(getState, isOver)
  if (state.status === 'connected') return state
  throw new BillfoldError('connect_cancelled', 'The modal was closed and no wallet was connected.')
}
