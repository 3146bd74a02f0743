/**
 * The page's requests to the connected wallet, with one interface for all wallets, and name lookups for EVM accounts.
 * For other requests use `getProvider`.
 */
import type { AccountState, ConnectedAccount } from './account.ts'
import type { WalletAdapter } from './adapter.ts'
import type { RevokedSession } from '../core/assets/smart-session.ts'
import { countAsked } from './asked-wallets.ts'
import { type CaipAddress, type CaipNetworkId, getNamespace, type Namespace } from '../core/chains/caip.ts'
import { BillfoldError, throwCodeMissing } from '../core/base/errors.ts'
import { findNamesNetwork } from '../core/names/names-network.ts'
import type { Network } from '../core/chains/networks.ts'
import type { CommandInput, CommandName, CommandOutput } from '../core/contract/protocol.ts'
import { readWalletAssets, type WalletAssets } from '../core/assets/wallet-assets.ts'
import { awaitRestored } from './await-account.ts'
import type { Capabilities, EvmTransaction, NamespaceCalls, Transaction } from './namespace-calls.ts'

/**
 * Each method asks the active wallet, or the wallet of the given namespace.
 * @throws account_missing, network_missing, adapter_missing, call_unsupported, wallet_declined, wallet_busy,
 * wallet_bad_answer, wallet_failed, transaction_bad, code_missing, account_changed if the connection changes before the
 * wallet is asked
 */
export interface WalletCalls {
  /**
   * Resolves with the signature: hex for eip155 (EIP-191), base58 for solana, base64 for bip122.
   * @throws account_changed if another account, network or wallet is connected by the time the wallet has signed
   */
  signMessage(request: { message: string; namespace?: Namespace | undefined }): Promise<string>
  /** Resolves with the hash once the wallet has sent the transaction; does not wait for a confirmation. */
  sendTransaction(transaction: Transaction): Promise<string>
  /**
   * Calls a function of an EVM contract, such as `transfer` of an ERC-20 token. Resolves with the transaction's hash.
   * @throws transaction_bad for invalid arguments and for addresses with a wrong checksum (EIP-55)
   */
  writeContract(request: ContractWrite): Promise<string>
  /** Gas estimate by the wallet's node, in units of gas. */
  estimateGas(transaction: EvmTransaction): Promise<bigint>
  /** The wallet's capabilities on its current network (EIP-5792). */
  getCapabilities(): Promise<Capabilities>
  /** The account's assets according to the wallet (ERC-7811), by network. */
  walletGetAssets(): Promise<WalletAssets>
  /** Address of an ENS name. Undefined if the name has none. @throws name_invalid, name_unresolved */
  getEnsAddress(request: NameRequest): Promise<string | undefined>
  /**
   * The https URL of the picture of an ENS name. Undefined if the name has none.
   * @throws name_invalid, name_unresolved
   */
  getEnsAvatar(request: NameRequest): Promise<string | undefined>
}

export interface ContractWrite {
  /** Address of the contract: 0x and 40 hexadecimal digits. */
  address: string
  /** The contract's ABI, or a part of it, as the compiler writes it. */
  abi: readonly unknown[]
  functionName: string
  args?: readonly unknown[] | undefined
  /** Wei. Default: 0. */
  value?: bigint | undefined
}

export interface NameRequest {
  name: string
  /**
   * CAIP-2 id of the network to look the name up on. Default: the account's network if it supports names, else
   * Ethereum.
   */
  caipNetworkId?: CaipNetworkId | undefined
}

/** Adds the requests that only Billfold itself makes. */
export interface PageWalletCalls extends WalletCalls {
  /** `onSigned` receives the signed bytes in base58 if the wallet wrapped the message. */
  signMessage(
    request: { message: string; namespace?: Namespace | undefined },
    onSigned?: (signedMessage: string) => void,
  ): Promise<string>
  /**
   * Asks the person to sign the revocation of a smart session, which takes effect when the API receives the signature.
   * @throws account_changed if another account is connected; the errors of `WalletCalls`
   */
  signRevocation(account: CaipAddress, session: RevokedSession): Promise<string>
  /** @param assertWanted called right before the wallet is asked. If it throws, the wallet is not asked */
  sendTransaction(transaction: Transaction, assertWanted?: () => void): Promise<string>
  /** The assets that the wallet itself reports, not validated. Undefined if the wallet does not report assets. */
  discoverAssets(account: CaipAddress): Promise<unknown>
}

export interface WalletCallsOptions {
  networks: readonly Network[]
  /** The account of a namespace. Default: the active account. @throws adapter_missing */
  getAccount(namespace?: Namespace): AccountState
  /** @throws adapter_missing */
  getAdapter(namespace: Namespace): Pick<WalletAdapter, 'loadCalls'>
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
}

/**
 * By account: whether its wallet can list assets (EIP-5792 `wallet_getCapabilities`, asked once per account). False
 * also while a request is open, so that a wallet that does not answer is not asked again.
 */
const walletSupport = new WeakMap<ConnectedAccount, boolean>()

/** Waits until stored sessions are restored. */
export async function startWalletCalls(options: WalletCallsOptions): Promise<PageWalletCalls> {
  await awaitRestored(options.getAccount)
  return createWalletCalls(options)
}

export function createWalletCalls(options: WalletCallsOptions): PageWalletCalls {
  const { networks, getAdapter, getAccount, call } = options

  /** Waits if this namespace is still being restored, even if an account of another namespace is already active. */
  async function getConnected(namespace?: Namespace): Promise<ConnectedAccount> {
    const now = getAccount(namespace)
    const account = now.status === 'connected' ? now : await awaitRestored(() => getAccount(namespace))
    if (account) return account
    throw new BillfoldError('account_missing', 'No ActiveCaipAddress found: no account is connected.')
  }

  /** Rejects networks that the page does not list: the page did not mean to send a transaction there. */
  async function getOnNetwork(namespace: Namespace): Promise<ConnectedAccount> {
    const account = await getConnected(namespace)
    if (account.unsupported) throw networkMissing()
    return account
  }

  /**
   * Loads the code of one request. Call it right before the wallet is asked.
   * @throws call_unsupported, code_missing, account_changed
   */
  async function getCall<N extends keyof NamespaceCalls>(account: ConnectedAccount, name: N) {
    const calls = await getAdapter(getNamespace(account.caipAddress)).loadCalls?.().catch(throwCodeMissing)
    assertSame(account)
    const found = calls?.[name]
    if (found) return found as Required<NamespaceCalls>[N]
    throw new BillfoldError('call_unsupported', `${account.connector.name} does not support ${name}.`)
  }

  /** @throws account_changed if the connected account changed during the request (F14) */
  function assertSame(account: ConnectedAccount): void {
    const now = getAccount(getNamespace(account.caipAddress))
    const isSame =
      now.status === 'connected' &&
      now.connector.provider === account.connector.provider &&
      now.caipAddress === account.caipAddress
    if (isSame) return
    throw accountChanged()
  }

  async function send(
    account: ConnectedAccount,
    transaction: Transaction,
    assertWanted?: () => void,
  ): Promise<string> {
    const ask = await getCall(account, 'sendTransaction')
    assertWanted?.()
    // Check in the same task as the wallet request, so that the account cannot change in between (F27).
    assertSame(account)
    return countAsked(account.connector, () => ask(account, transaction, call))
  }

  /** Asks the account's wallet whether it can list assets. */
  async function askForSupport(account: ConnectedAccount): Promise<boolean> {
    const ask = await getCall(account, 'getCapabilities')
    walletSupport.set(account, false)
    const can = (await ask(account))[account.caipNetworkId]?.['assetDiscovery']
    const isSupported = (can as { supported?: unknown } | undefined)?.supported === true
    walletSupport.set(account, isSupported)
    return isSupported
  }

  function getNameNetwork(asked: CaipNetworkId | undefined): CaipNetworkId {
    const account = getAccount()
    const current = account.status === 'connected' ? account.caipNetworkId : undefined
    const found = asked
      ? networks.find((one) => one.caipNetworkId === asked && one.ensUniversalResolver !== undefined)
      : findNamesNetwork(networks, current)
    if (found) return found.caipNetworkId
    throw networkMissing()
  }

  return {
    async signMessage({ message, namespace }, onSigned) {
      // The encoder accepts any value: without this check, the person would sign an empty message or the text of an
      // array.
      if (typeof message !== 'string')
        throw new BillfoldError(
          'transaction_bad',
          `A message to sign must be a string; it was ${typeof message}.`,
        )
      const account = await getConnected(namespace)
      const ask = await getCall(account, 'signMessage')
      const signature = await countAsked(account.connector, () => ask(account, message, onSigned))
      assertSame(account)
      return signature
    },
    async signRevocation(caipAddress, session) {
      const account = await getConnected('eip155')
      if (account.caipAddress !== caipAddress) throw accountChanged()
      const ask = await getCall(account, 'signRevocation')
      const signature = await countAsked(account.connector, () => ask(account, session))
      assertSame(account)
      return signature
    },
    async sendTransaction(transaction, assertWanted) {
      const account = await getOnNetwork(transaction.namespace ?? 'eip155')
      return send(account, transaction, assertWanted)
    },
    async writeContract({ address, value, ...contract }) {
      const account = await getOnNetwork('eip155')
      const data = await call('encodeCall', { address, ...contract })
      return send(account, { to: address, value, data })
    },
    async estimateGas(transaction) {
      const account = await getOnNetwork('eip155')
      return (await getCall(account, 'estimateGas'))(account, transaction)
    },
    async getCapabilities() {
      const account = await getConnected('eip155')
      return (await getCall(account, 'getCapabilities'))(account)
    },
    async walletGetAssets() {
      const account = await getConnected('eip155')
      const assets = readWalletAssets(await (await getCall(account, 'getAssets'))(account))
      if (assets) return assets
      const { name } = account.connector
      throw new BillfoldError('wallet_bad_answer', `${name} did not answer as documented.`)
    },
    getEnsAddress: async ({ name, caipNetworkId }) =>
      call('ensAddress', { name, caipNetworkId: getNameNetwork(caipNetworkId) }),
    getEnsAvatar: async ({ name, caipNetworkId }) =>
      call('ensAvatar', { name, caipNetworkId: getNameNetwork(caipNetworkId) }),
    async discoverAssets(caipAddress) {
      const account = await getConnected('eip155')
      if (account.caipAddress !== caipAddress) return undefined
      const isReady = walletSupport.get(account) ?? (await askForSupport(account))
      if (!isReady) return undefined
      const ask = await getCall(account, 'getAssets')
      walletSupport.set(account, false)
      return ask(account).finally(() => walletSupport.set(account, true))
    },
  }
}

function accountChanged(): BillfoldError {
  return new BillfoldError('account_changed', 'The account or network changed during the request. Ask again.')
}

function networkMissing(): BillfoldError {
  return new BillfoldError(
    'network_missing',
    'No ActiveCaipNetwork or client found: switch to one of this page’s networks.',
  )
}
