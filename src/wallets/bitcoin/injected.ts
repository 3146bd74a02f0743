/**
 * The provider that Bitcoin extensions put at the window. It has one active account and is on one network. A wallet may
 * be anything: each use of one goes through here, where nothing that it does gets further than a rejected promise.
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

/** The method; undefined where the wallet has none. */
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

/** @throws wallet_failed, or what the wallet throws */
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

/** The active account alone; none while the wallet is locked. Undefined for anything but a list of texts. */
export async function askForAddresses(connector: Connector): Promise<readonly string[] | undefined> {
  const answer = await askInjected(connector, 'getAccounts')
  if (!Array.isArray(answer)) return undefined
  const [active] = answer as unknown[]
  if (active === undefined) return []
  return typeof active === 'string' ? [active] : undefined
}

/** Undefined for a network of another chain: some answer `livenet` there too, so the newer question comes first. */
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

/** @throws wallet_failed, or what the wallet throws */
export async function askToSwitch(connector: Connector, { word }: BitcoinNetwork): Promise<void> {
  if (getInjected(connector, 'switchChain'))
    await askInjected(connector, 'switchChain', `BITCOIN_${word.toUpperCase()}`)
  else await askInjected(connector, 'switchNetwork', word === 'mainnet' ? 'livenet' : word)
}

/** Calls after each change that the wallet tells of. Returns a stop function. */
export function listenToInjected(connector: Connector, listener: () => void): () => void {
  const provider = connector.provider as Parameters<typeof listenToWallet>[0]
  // The second is another spelling of the first.
  const events = ['accountsChanged', 'accountChanged', 'networkChanged', 'chainChanged', 'disconnect']
  const stops = events.map((event) => listenToWallet(provider, event, listener))
  return () => stops.forEach((stop) => stop())
}
