/** Watches a Wallet Standard wallet, which has one list of shared accounts and an event for changes. */
import type { Connector } from '../connector.ts'
import { createFrameTask } from '../../base/frame-task.ts'
import { askFeature, listenToChanges, walletOf } from './standard-wallet.ts'

/**
 * Calls `onChange` once the shared accounts can be read, and after each change, at most once in a frame (F13). A wallet
 * that shares no account is first asked to connect silently. Returns a stop function.
 */
export function watchStandardWallet(connector: Connector, onChange: () => void): () => void {
  let stopped = false
  const notify = () => {
    if (!stopped) onChange()
  }
  const frame = createFrameTask(notify)
  // Some wallets do not report changes that happen while the web page is hidden.
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
