/**
 * Bitcoin's features of the Wallet Standard over WalletConnect. The caller checks that the wallet signed what was
 * requested.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc
 */
import * as v from 'valibot'
import { base64 } from '@scure/base'
import { BillfoldError } from '../../core/base/errors.ts'
import { parseOrNone } from '../../core/contract/schemas.ts'
import { fromBase64, fromHex } from '../../core/chains/byte-text.ts'
import { type BitcoinNetwork, findBitcoinNetwork } from '../bitcoin/find-network.ts'
import type { SessionParts } from './session-parts.ts'

const signedShape = v.object({ address: v.optional(v.string()), signature: v.string() })

interface Shared {
  account: { address: string }
}

interface MessageInput extends Shared {
  message: Uint8Array
}

interface PsbtInput {
  psbt: Uint8Array
  inputsToSign: readonly (Shared & { signingIndexes: readonly number[]; sigHash?: string })[]
  /** Chain in the Wallet Standard, such as `bitcoin:mainnet`. */
  chain: string
}

export function createBitcoinFeatures({ getSession, ask }: SessionParts) {
  const version = '1.0.0'

  /**
   * The first network on which the account is shared.
   * @param word name of the network in wallets; absent: any network
   */
  function findNetwork(address: string, word?: string): BitcoinNetwork {
    const { peer, namespaces } = getSession()
    const networks = (namespaces.bip122?.accounts ?? [])
      .filter((account) => account.endsWith(`:${address}`))
      .flatMap((account) => findBitcoinNetwork(account.slice(0, account.lastIndexOf(':'))) ?? [])
    const network = networks.find((one) => word === undefined || one.word === word)
    if (network) return network
    throw new BillfoldError('bad_account', `${peer.name} does not share ${address} here.`)
  }

  async function signMessage({ account: { address }, message }: MessageInput): Promise<object[]> {
    const { caipNetworkId, prefix } = findNetwork(address)
    const answer = await ask(caipNetworkId, 'signMessage', {
      account: address,
      address,
      message: new TextDecoder().decode(message),
      // Segwit and taproot addresses need BIP-322; older addresses have their own signature format.
      protocol: address.startsWith(`${prefix}1`) ? 'bip322' : 'ecdsa',
    })
    const { address: signer = address, signature } = parseOrNone(signedShape, answer) ?? {}
    // The specification requires hex, but some wallets return base64.
    const bytes = signature === undefined ? undefined : (fromHex(signature) ?? fromBase64(signature))
    return signer === address && bytes?.length ? [{ signedMessage: message, signature: bytes }] : unusable()
  }

  async function signPsbt({ psbt, inputsToSign, chain }: PsbtInput, broadcast: boolean): Promise<unknown> {
    const [first] = inputsToSign
    if (!first) throw new BillfoldError('transaction_bad', 'No input of the PSBT needs a signature.')
    const { address } = first.account
    const { caipNetworkId } = findNetwork(address, chain.slice('bitcoin:'.length))
    return ask(caipNetworkId, 'signPsbt', {
      account: address,
      psbt: base64.encode(psbt),
      signInputs: inputsToSign.flatMap(({ account, signingIndexes, sigHash }) =>
        signingIndexes.map((index) => ({
          address: account.address,
          index,
          ...(sigHash && { sighashTypes: [toSighashType(sigHash)] }),
        })),
      ),
      broadcast,
    })
  }

  return {
    'bitcoin:signMessage': { version, signMessage },
    'bitcoin:signTransaction': {
      version,
      async signTransaction(input: PsbtInput): Promise<object[]> {
        const answer = await signPsbt(input, false)
        const psbt = parseOrNone(v.object({ psbt: v.string() }), answer)?.psbt
        return [{ signedPsbt: psbt === undefined ? undefined : fromBase64(psbt) }]
      },
    },
    'bitcoin:signAndSendTransaction': {
      version,
      async signAndSendTransaction(input: PsbtInput): Promise<object[]> {
        const answer = await signPsbt(input, true)
        return [{ txId: parseOrNone(v.object({ txid: v.string() }), answer)?.txid }]
      },
    },
  }
}

/** Number of a sighash type (BIP-143), such as 0x81 for `ALL|ANYONECANPAY`. */
function toSighashType(sighash: string): number {
  const [kind = '', anyone] = sighash.split('|')
  return ['ALL', 'NONE', 'SINGLE'].indexOf(kind) + 1 + (anyone ? 0x80 : 0)
}

function unusable(): never {
  throw new BillfoldError('wallet_bad_answer', 'The wallet did not answer as documented.')
}
