/**
 * Safe access to the provider that Bitcoin extensions set on `window`, which has one active account and one network.
 * Wallets are untrusted: whatever a wallet does here ends at worst in a rejected promise.
 * @see https://docs.unisat.io/dev/unisat-developer-center/unisat-wallet
 */
import type { Connector } from '../connector.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { type BitcoinNetwork, findBitcoinNetwork } from './find-network.ts'
import { listenToWallet } from '../evm/eip1193.ts'

type Method =
  | 'requestAccounts'
  | 'getAccounts'
  | 'getChain'
  | 'getNetwork'
  | 'switchChain'
  | 'switchNetwork'
  | 'disconnect'
  | 'signMessage'
  | 'signPsbt'
  | 'pushPsbt'

type InjectedBitcoin = Partial<Record<Method, unknown>>

export function isInjected({ type }: Connector): boolean {
  return type === 'INJECTED'
}

/** A method of the provider. Undefined if the wallet does not have it. */
export function getInjected(
  connector: Connector,
  method: Method,
): ((...inputs: readonly unknown[]) => Promise<unknown>) | undefined {
  try {
    const provider = connector.provider as InjectedBitcoin
    const run = provider[method]
    return typeof run === 'function' ? async (...inputs) => run.apply(provider, inputs) as unknown : undefined
  } catch {
    return undefined
  }
}

/** @throws wallet_failed, or the wallet's own error */
export async function askInjected(
  connector: Connector,
  method: Method,
  ...inputs: readonly unknown[]
): Promise<unknown> {
  const ask = getInjected(connector, method)
  if (ask) return ask(...inputs)
  throw new BillfoldError('wallet_failed', `${connector.name} has no ${method}.`, {
    context: { reason: 'unable' },
  })
}

/** The active account in a list; an empty list while the wallet is locked. Undefined if the answer is invalid. */
export async function askForAddresses(connector: Connector): Promise<readonly string[] | undefined> {
  const answer = await askInjected(connector, 'getAccounts')
  if (!Array.isArray(answer)) return undefined
  const [active] = answer as unknown[]
  if (active === undefined) return []
  return typeof active === 'string' ? [active] : undefined
}

/**
 * The wallet's network. Undefined if it is not a Bitcoin network. `getChain` comes first: some wallets answer
 * `getNetwork` with `livenet` even on networks other than Bitcoin's.
 */
export async function askForNetwork(connector: Connector): Promise<BitcoinNetwork | undefined> {
  if (getInjected(connector, 'getChain')) {
    const answer = await askInjected(connector, 'getChain')
    const { enum: word } = (answer ?? {}) as { enum?: unknown }
    const [, name = ''] = /^BITCOIN_([A-Z0-9]+)$/.exec(String(word)) ?? []
    return findBitcoinNetwork(name.toLowerCase())
  }
  const word = String(await askInjected(connector, 'getNetwork'))
  return findBitcoinNetwork(word === 'livenet' ? 'mainnet' : word)
}

/** @throws wallet_failed, or the wallet's own error */
export async function askToSwitch(connector: Connector, { word }: BitcoinNetwork): Promise<void> {
  if (getInjected(connector, 'switchChain'))
    await askInjected(connector, 'switchChain', `BITCOIN_${word.toUpperCase()}`)
  else await askInjected(connector, 'switchNetwork', word === 'mainnet' ? 'livenet' : word)
}

/** Calls `listener` after each change that the wallet reports. Returns a stop function. */
export function listenToInjected(connector: Connector, listener: () => void): () => void {
  const provider = connector.provider as Parameters<typeof listenToWallet>[0]
  // Some wallets spell `accountsChanged` as `accountChanged`.
  const events = ['accountsChanged', 'accountChanged', 'networkChanged', 'chainChanged', 'disconnect']
  const stops = events.map((event) => listenToWallet(provider, event, listener))
  return () => stops.forEach((stop) => stop())
}
