/**
 * Answers the phone's WalletConnect requests in every namespace, with the keys of the sandbox's people.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/ethereum-rpc
 */
import { base58 } from '@scure/base'
import type { Keypair } from '@solana/web3.js'
import { type Hex, toHex, type TypedDataDefinition } from 'viem'
import { people } from '../../people/accounts.ts'
import { bitcoinKeys } from '../../chains/bitcoin-keys.ts'
import { bitcoinRegtest } from '../../chains/bitcoin-network.ts'
import { solanaPeople } from '../../chains/solana-accounts.ts'
import { solanaLocalnet } from '../../chains/solana-network.ts'
import type { Approval } from '../../people/wallets/approval.ts'
import type { EvmNodes } from '../../people/wallets/evm-node.ts'
import { createKeelSigner } from '../../people/wallets/keel-signer.ts'
import { askToSend, askToSign, askToSignBytes, askToSignText } from '../../people/wallets/questions.ts'
import {
  createRpcError,
  INVALID_PARAMS,
  UNAUTHORIZED,
  UNKNOWN_CHAIN,
  UNSUPPORTED_METHOD,
} from '../../people/wallets/rpc-error.ts'
import { createSigner, type TransactionRequest } from '../../people/wallets/signer.ts'
import {
  sendSolanaTransaction,
  signSolanaMessage,
  signSolanaTransaction,
} from '../../people/wallets/solana-signer.ts'

export interface PhoneSigner {
  /** Addresses by CAIP-2 id; the first address of a network is the selected account. */
  getAccounts(): Record<string, readonly string[]>
  /** Selects an EVM account. */
  select(address: string): void
  readonly methods: Readonly<Record<string, readonly string[]>>
  /** Signs with the selected EVM account, without asking the person. */
  signText(text: string): Promise<Hex>
  /** @throws an error with a JSON-RPC code */
  answer(caipNetworkId: string, method: string, params: unknown): Promise<unknown>
}

export interface PhoneSignerOptions {
  nodes: EvmNodes
  /** URL of the Solana node; absent without a Solana chain. */
  solanaRpc?: string
  approval: Approval
  /** Name of the app that sends the request. */
  getSite(): string
  fetch: typeof fetch
  /** Called when an app switches the wallet to another known network. */
  onSwitch(chainId: number): void
}

interface BitcoinParams {
  account: string
  address?: string
  message: string
  psbt: string
  signInputs: { address: string; index: number }[]
  broadcast?: boolean
}

const methods = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['getAccountAddresses', 'signMessage', 'signPsbt'],
} as const

export function createPhoneSigner(options: PhoneSignerOptions): PhoneSigner {
  const { nodes, solanaRpc, approval, getSite, fetch } = options
  const keypairs = [solanaPeople.mara, solanaPeople.theo] as const
  const bitcoin = [bitcoinKeys.payment, bitcoinKeys.ordinals] as const
  let evmKeys = [people.mara, people.theo]
  const keys = evmKeys.map(({ key }) => key) as [Hex, Hex]
  const requireNode = (chainId: number) => {
    const node = nodes.find((one) => one.chainId === chainId)
    if (!node) throw createRpcError(UNKNOWN_CHAIN, `Unrecognized chain ID "0x${chainId.toString(16)}".`)
    return node
  }

  async function answerEvm(chainId: number, method: string, params: unknown[]): Promise<unknown> {
    const node = requireNode(chainId)
    const signer = createSigner({ keys, getNode: () => node, fetch })
    switch (method) {
      case 'personal_sign': {
        const [message, address] = params as [string, string]
        await approval.ask(askToSign(getSite(), address, message))
        return signer.signMessage(address, message)
      }
      case 'eth_signTypedData_v4': {
        const [address, json] = params as [string, string]
        await approval.ask(askToSign(getSite(), address, json))
        return signer.signTypedData(address, JSON.parse(json) as TypedDataDefinition)
      }
      case 'eth_sendTransaction': {
        const [transaction] = params as [TransactionRequest]
        await approval.ask(askToSend(getSite(), transaction))
        return signer.sendTransaction(transaction)
      }
      case 'wallet_switchEthereumChain': {
        const [{ chainId: next }] = params as [{ chainId: Hex }]
        options.onSwitch(requireNode(Number(next)).chainId)
        return null
      }
      case 'wallet_addEthereumChain':
        return null
    }
    throw createRpcError(UNSUPPORTED_METHOD, `The phone does not support ${method}.`)
  }

  async function answerSolana(method: string, params: Record<string, unknown>): Promise<unknown> {
    const { message, transaction, transactions, pubkey } = params
    const keypair = requireKeypair(pubkey)
    const address = keypair.publicKey.toBase58()
    const sign = async (text: unknown) => {
      const bytes = decodeBase64(String(text))
      await approval.ask(askToSignBytes(getSite(), address, bytes.length))
      return signSolanaTransaction(bytes, keypair)
    }
    switch (method) {
      case 'solana_signMessage': {
        const bytes = base58.decode(String(message))
        await approval.ask(askToSignText(getSite(), address, new TextDecoder().decode(bytes)))
        return { signature: base58.encode(signSolanaMessage(bytes, keypair)) }
      }
      case 'solana_signTransaction': {
        const { bytes, signature } = await sign(transaction)
        return { signature: base58.encode(signature), transaction: encodeBase64(bytes) }
      }
      case 'solana_signAllTransactions': {
        const signed = []
        for (const one of transactions as string[]) signed.push(encodeBase64((await sign(one)).bytes))
        return { transactions: signed }
      }
      case 'solana_signAndSendTransaction': {
        if (!solanaRpc) throw createRpcError(UNSUPPORTED_METHOD, 'Solana is not available in this sandbox.')
        const { bytes, signature } = await sign(transaction)
        await sendSolanaTransaction(bytes, { rpcUrl: solanaRpc, fetch })
        return { signature: base58.encode(signature) }
      }
    }
    throw createRpcError(UNSUPPORTED_METHOD, `The phone does not support ${method}.`)
  }

  /** The keypair of a public key. Requests to send a transaction name no key: the first keypair is used for them. */
  function requireKeypair(pubkey: unknown): Keypair {
    const found = keypairs.find(
      ({ publicKey }) => publicKey.toBase58() === (pubkey ?? keypairs[0].publicKey.toBase58()),
    )
    if (!found) throw createRpcError(UNAUTHORIZED, `This wallet has no key for ${String(pubkey)}.`)
    return found
  }

  async function answerBitcoin(method: string, params: BitcoinParams): Promise<unknown> {
    const signer = createKeelSigner({ site: getSite(), approval }, (address) => address)
    const { account, address = account } = params
    switch (method) {
      case 'getAccountAddresses':
        return bitcoin.map((key) => ({
          address: key.address,
          publicKey: toHex(key.publicKey).slice(2),
          intention: key.purpose === 'ordinals' ? 'ordinal' : 'payment',
        }))
      case 'signMessage': {
        const signature = await signer.signMessage(address, params.message)
        return { address, signature: toHex(signature).slice(2) }
      }
      case 'signPsbt': {
        if (params.broadcast) throw createRpcError(INVALID_PARAMS, 'This phone has no Bitcoin node.')
        const inputs = params.signInputs.map(({ address: one, index }) => ({
          address: one,
          indexes: [index],
        }))
        const signed = await signer.signPsbt(decodeBase64(params.psbt), inputs, false)
        return { psbt: encodeBase64(signed) }
      }
    }
    throw createRpcError(UNSUPPORTED_METHOD, `The phone does not support ${method}.`)
  }

  return {
    methods,
    getAccounts: () => ({
      ...Object.fromEntries(
        nodes.map(({ chainId }) => [`eip155:${chainId}`, evmKeys.map(({ account }) => account.address)]),
      ),
      ...(solanaRpc && {
        [solanaLocalnet.caipNetworkId]: keypairs.map(({ publicKey }) => publicKey.toBase58()),
      }),
      [bitcoinRegtest.caipNetworkId]: bitcoin.map(({ address }) => address),
    }),
    select(address) {
      const isChosen = ({ account }: (typeof evmKeys)[number]) => account.address === address
      evmKeys = [...evmKeys.filter(isChosen), ...evmKeys.filter((key) => !isChosen(key))]
    },
    signText: (message) => evmKeys[0]!.account.signMessage({ message }),
    async answer(caipNetworkId, method, params) {
      const [namespace, reference] = caipNetworkId.split(':')
      if (namespace === 'eip155') return answerEvm(Number(reference), method, params as unknown[])
      if (namespace === 'solana') return answerSolana(method, params as Record<string, unknown>)
      return answerBitcoin(method, params as BitcoinParams)
    },
  }
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
