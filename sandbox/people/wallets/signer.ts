/** Signs with a wallet's keys, and sends requests to the nodes behind the sandbox's RPC proxy. */
import { type Hex, hexToBigInt, isHex, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EvmNode } from './evm-node.ts'
import { createRpcError, INVALID_PARAMS, UNAUTHORIZED } from './rpc-error.ts'

export interface Signer {
  readonly addresses: readonly [Hex, ...Hex[]]
  /** Sends a read request or a signed transaction to the node. */
  rpc(method: string, params?: unknown): Promise<unknown>
  /** Fills in missing fields, signs and sends. @returns the hash */
  sendTransaction(transaction: TransactionRequest): Promise<Hex>
  /** Signs by EIP-191. @param message text, or its bytes in hex */
  signMessage(address: string, message: string): Promise<Hex>
  signTypedData(address: string, data: TypedDataDefinition): Promise<Hex>
}

/** Parameters of `eth_sendTransaction`. */
export interface TransactionRequest {
  from: string
  to?: Hex
  value?: Hex
  data?: Hex
  gas?: Hex
  /** `nonce` and the fees are used as they are; absent: the signer chooses them. */
  nonce?: Hex
  maxFeePerGas?: Hex
  maxPriorityFeePerGas?: Hex
}

export interface SignerOptions {
  keys: readonly [Hex, ...Hex[]]
  /** Called for each request. */
  getNode(): EvmNode
  fetch: typeof fetch
}

const GWEI = 1_000_000_000n

/** Adds a margin to an estimate, as wallets do: the gas that a contract uses depends on the block. */
function addMargin(gas: bigint): bigint {
  return (gas * 3n) / 2n
}

export function createSigner({ keys, getNode, fetch }: SignerOptions): Signer {
  const [first, ...others] = keys.map((key) => privateKeyToAccount(key))
  const accounts = [first!, ...others]
  let id = 0

  function requireAccount(address: unknown) {
    const found = accounts.find((account) => account.address.toLowerCase() === String(address).toLowerCase())
    if (!found) throw createRpcError(UNAUTHORIZED, `This wallet has no key for ${String(address)}.`)
    return found
  }

  async function ask({ rpcUrl }: EvmNode, method: string, params: unknown = []): Promise<unknown> {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params }),
    })
    const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
    if (answer.error) throw createRpcError(answer.error.code, answer.error.message)
    return answer.result
  }

  return {
    addresses: [first!.address, ...others.map(({ address }) => address)],
    rpc: (method, params) => ask(getNode(), method, params),
    async sendTransaction({ from, to, value, data, gas, ...asked }) {
      const account = requireAccount(from)
      // Keep one node for the whole call: the wallet may switch networks meanwhile.
      const node = getNode()
      const call = { from: account.address, to, value, data }
      const [nonce, limit, price] = (await Promise.all([
        asked.nonce ?? ask(node, 'eth_getTransactionCount', [account.address, 'pending']),
        gas ?? ask(node, 'eth_estimateGas', [call]),
        ask(node, 'eth_gasPrice'),
      ])) as [Hex, Hex, Hex]
      const signed = await account.signTransaction({
        type: 'eip1559',
        chainId: node.chainId,
        nonce: Number(nonce),
        gas: gas || !data ? hexToBigInt(limit) : addMargin(hexToBigInt(limit)),
        maxFeePerGas: asked.maxFeePerGas ? hexToBigInt(asked.maxFeePerGas) : hexToBigInt(price) * 2n + GWEI,
        maxPriorityFeePerGas: asked.maxPriorityFeePerGas ? hexToBigInt(asked.maxPriorityFeePerGas) : GWEI,
        value: value ? hexToBigInt(value) : 0n,
        ...(to ? { to } : {}),
        ...(data ? { data } : {}),
      })
      return (await ask(node, 'eth_sendRawTransaction', [signed])) as Hex
    },
    async signMessage(address, message) {
      if (typeof message !== 'string') throw createRpcError(INVALID_PARAMS, 'The message must be text.')
      return requireAccount(address).signMessage({ message: isHex(message) ? { raw: message } : message })
    },
    signTypedData: async (address, data) => requireAccount(address).signTypedData(data),
  }
}
