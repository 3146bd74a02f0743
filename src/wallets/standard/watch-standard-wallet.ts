/** Follows a Wallet Standard wallet, which has one list of shared accounts and an event for changes. */
import type { Connector } from '../connector.ts'
import { createFrameTask } from '../../base/frame-task.ts'
import { askFeature, listenToChanges, walletOf } from './standard-wallet.ts'

/**
 * Calls when it can be read what the wallet shares: soon, and after each change; many changes in one frame count once
 * (F13). One that shares nothing is asked before, in a way that shows nothing to a person. Returns a stop function.
 */
export function watchStandardWallet(connector: Connector, onChange: () => void): () => void {
  let stopped = false
  const notify = () => {
    if (!stopped) onChange()
  }
  const frame = createFrameTask(notify)
  // Some wallets do not report changes that happened while the page was hidden.
  const onShown = () => document.hidden || frame.schedule()
  document.addEventListener('visibilitychange', onShown)
  const stopListening = listenToChanges(walletOf(connector), frame.schedule)
  askQuietly(connector).then(notify, notify)
  return () => {
    stopped = true
    frame.cancel()
    stopListening()
    document.removeEventListener('visibilitychange', onShown)
  }
}

async function askQuietly(connector: Connector): Promise<void> {
  if (walletOf(connector).accounts.length === 0)
    await askFeature(connector, 'standard:connect', { silent: true })
}
