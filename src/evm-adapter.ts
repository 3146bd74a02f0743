/** Wallets of EVM chains that live in this page and speak EIP-1193. Loaded with the first need of a wallet. */
import type { WalletAccounts, WalletAdapter } from './adapter.ts'
import type { Connector } from './connector.ts'
import { BillfoldError, hasCode } from './core/errors.ts'
import { type Eip1193Provider, toWalletError } from './wallets/eip1193.ts'
import { watchInjectedWallets } from './wallets/eip6963.ts'

export function createEvmAdapter(): WalletAdapter {
  const relay = createProviderRelay()
  return {
    namespace: 'eip155',
    watchConnectors: watchInjectedWallets,
    connect: (connector) => readAccounts(connector, 'eth_requestAccounts').then(requireAccounts(connector)),
    reconnect: (connector) => readAccounts(connector, 'eth_accounts'),
    watchAccounts,
    disconnect,
    provider: relay.provider,
    setActive: (connector) => relay.setTarget(connector && providerOf(connector)),
  }
}

async function readAccounts(connector: Connector, method: string): Promise<WalletAccounts | undefined> {
  const provider = providerOf(connector)
  try {
    const answer = await provider.request({ method })
    const addresses = toAddresses(answer, connector)
    return addresses && { addresses, chainId: await readChainId(provider, connector) }
  } catch (error) {
    throw error instanceof BillfoldError ? error : toWalletError(error, connector.name)
  }
}

function requireAccounts(connector: Connector): (accounts: WalletAccounts | undefined) => WalletAccounts {
  return (accounts) => {
    if (accounts) return accounts
    throw new BillfoldError('wallet_failed', `${connector.name} shared no account. Unlock it and choose one.`)
  }
}

/** Follows the wallet's own events; many in one frame count as the last of them (F13). */
function watchAccounts(
  connector: Connector,
  listener: (accounts: WalletAccounts | undefined) => void,
): () => void {
  const provider = providerOf(connector)
  let scheduled = false
  let stopped = false
  let reads = 0

  async function read(): Promise<void> {
    scheduled = false
    if (stopped) return
    const mine = ++reads
    const isLast = () => !stopped && !scheduled && mine === reads
    try {
      const accounts = await readAccounts(connector, 'eth_accounts')
      if (isLast()) listener(accounts)
    } catch (error) {
      // Junk ends the connection. A wallet that does not answer right now is still the same wallet.
      if (isLast() && hasCode(error, 'wallet_bad_account')) listener(undefined)
    }
  }
  function schedule(): void {
    if (scheduled) return
    scheduled = true
    // A hidden page gets no frames; it must follow its wallet all the same.
    if (document.hidden) setTimeout(read, 16)
    else requestAnimationFrame(() => void read())
  }

  provider.on?.('accountsChanged', schedule)
  provider.on?.('chainChanged', schedule)
  return () => {
    stopped = true
    provider.removeListener?.('accountsChanged', schedule)
    provider.removeListener?.('chainChanged', schedule)
  }
}

/** Takes the permission back where the wallet knows how; many do not, and then nothing is left to do. */
async function disconnect(connector: Connector): Promise<void> {
  try {
    await providerOf(connector).request({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    })
  } catch (error) {
    const walletError = toWalletError(error, connector.name)
    if (walletError.code === 'wallet_declined') throw walletError
  }
}

function providerOf(connector: Connector): Eip1193Provider {
  return connector.provider as Eip1193Provider
}

function toAddresses(answer: unknown, connector: Connector): WalletAccounts['addresses'] | undefined {
  if (Array.isArray(answer)) {
    const [first, ...others] = answer as unknown[]
    if (first === undefined) return undefined
    if (isAddress(first) && others.every(isAddress)) return [first, ...(others as string[])]
  }
  throw invalidAccount(connector)
}

async function readChainId(provider: Eip1193Provider, connector: Connector): Promise<`eip155:${string}`> {
  const answer = await provider.request({ method: 'eth_chainId' })
  // The standard says hex text; some wallets give a number.
  const id = typeof answer === 'string' && /^0x[0-9a-f]{1,13}$/i.test(answer) ? Number(answer) : answer
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return `eip155:${id}`
  throw invalidAccount(connector)
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

function invalidAccount(connector: Connector): BillfoldError {
  return new BillfoldError(
    'wallet_bad_account',
    `Wallet returned invalid account: ${connector.name} gave something that is not an address on an EVM network. Try again or use another wallet.`,
  )
}

/**
 * One provider object for the page, whatever wallet is behind it. Listeners stay when the wallet changes.
 */
function createProviderRelay(): {
  provider: Eip1193Provider
  setTarget(target: Eip1193Provider | undefined): void
} {
  const listeners: [event: string, listener: (...args: never[]) => void][] = []
  let target: Eip1193Provider | undefined

  const provider: Eip1193Provider = {
    async request(args) {
      if (target) return target.request(args)
      // EIP-1193: 4100, the account is not authorised.
      throw Object.assign(new Error('No wallet is connected. Call billfold.open() first.'), { code: 4100 })
    },
    on(event, listener) {
      listeners.push([event, listener])
      target?.on?.(event, listener)
      return provider
    },
    removeListener(event, listener) {
      const index = listeners.findIndex(([name, known]) => name === event && known === listener)
      if (index >= 0) listeners.splice(index, 1)
      target?.removeListener?.(event, listener)
      return provider
    },
  }

  function setTarget(next: Eip1193Provider | undefined): void {
    if (next === target) return
    for (const [event, listener] of listeners) {
      target?.removeListener?.(event, listener)
      next?.on?.(event, listener)
    }
    target = next
  }

  return { provider, setTarget }
}
