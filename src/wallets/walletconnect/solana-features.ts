/**
 * Solana's features of the Wallet Standard for wallets that are asked by messages: over WalletConnect, or in the frame
 * of the sign-in site. What the wallet signed must be the transaction that was requested.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/solana-rpc
 */
import * as v from 'valibot'
import { base58, base64 } from '@scure/base'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { parseOrNone } from '../../core/contract/schemas.ts'
import { fromBase58, fromBase64 } from '../../core/chains/byte-text.ts'
import type { SolanaInput } from '../solana/page-provider.ts'
import { toSolanaChain } from '../solana/networks.ts'
import type { AdapterContext } from '../adapter.ts'
import type { SolanaAnswer } from '../../core/payments/transaction-step.ts'
import type { WalletConnectSession } from '../../core/contract/walletconnect.ts'
import type { SessionParts } from './session-parts.ts'

interface MessageInput extends SolanaInput {
  message: Uint8Array
}

interface TransactionInput extends SolanaInput {
  transaction: Uint8Array
  options?: object
}

/** How messages to this kind of wallet encode transactions, and the name of their field for options. */
export interface SolanaWire {
  encode(bytes: Uint8Array): string
  decode(text: string): Uint8Array | undefined
  options: string
}

const overWalletConnect: SolanaWire = { encode: base64.encode, decode: fromBase64, options: 'sendOptions' }

interface SolanaParts extends Pick<SessionParts, 'ask'> {
  getSession(): Pick<WalletConnectSession, 'peer' | 'namespaces'>
}

/** @param call sends commands to the worker, which reads what the wallet has signed */
export function createSolanaFeatures(
  { getSession, ask }: SolanaParts,
  call: AdapterContext['call'],
  wire: SolanaWire = overWalletConnect,
) {
  const version = '1.0.0'
  const supportedTransactionVersions = ['legacy', 0]

  /** The network that an input names, or the first one on which its account is shared. */
  function toNetworkId({ account: { address }, chain }: SolanaInput): CaipNetworkId {
    const { peer, namespaces } = getSession()
    const ids = (namespaces.solana?.accounts ?? [])
      .filter((account) => account.endsWith(`:${address}`))
      .map((account) => account.slice(0, account.lastIndexOf(':')) as CaipNetworkId)
    const id = ids.find((one) => chain === undefined || toSolanaChain(one) === chain)
    if (id) return id
    throw new BillfoldError('bad_account', `${peer.name} does not share ${address} here.`)
  }

  /** The signed transaction. @throws wallet_bad_answer if the wallet returned a different transaction */
  async function readSigned(answer: SolanaAnswer): Promise<Uint8Array> {
    return (await call('readSignedSolana', answer)) ?? unusable()
  }

  /**
   * Called before the wallet is asked: refuses a transaction that cannot be compared with the wallet's answer.
   * @throws transaction_bad, code_missing
   */
  async function assertReadable(asked: Uint8Array, address: string): Promise<void> {
    if (await call('readSignedSolana', { asked, address })) return
    throw new BillfoldError('transaction_bad', `This is not a transaction that ${address} can sign.`)
  }

  /** Longer texts are refused: a Solana transaction has at most 1,232 bytes. */
  function readBytes(text: string | undefined): Uint8Array | undefined {
    return text !== undefined && text.length <= 2_048 ? wire.decode(text) : undefined
  }

  async function signMessage(input: MessageInput): Promise<object> {
    const message = input.message.slice()
    const { address } = input.account
    const answer = await ask(toNetworkId(input), 'solana_signMessage', {
      message: base58.encode(message),
      pubkey: address,
    })
    return { signedMessage: message, signature: readSignature(answer) ?? unusable() }
  }

  async function signTransaction(input: TransactionInput): Promise<object> {
    const { address } = input.account
    const asked = input.transaction.slice()
    await assertReadable(asked, address)
    const answer = await ask(toNetworkId(input), 'solana_signTransaction', {
      transaction: wire.encode(asked),
      pubkey: address,
    })
    const signed = readBytes(parseOrNone(v.object({ transaction: v.string() }), answer)?.transaction)
    const signature = readSignature(answer)
    const given = signed ? { signed } : signature ? { signature } : unusable()
    return { signedTransaction: await readSigned({ asked, address, answer: given }) }
  }

  /** Asks for all signatures with one prompt if the wallet supports that, else with one prompt each. */
  async function signTransactions(...inputs: readonly TransactionInput[]): Promise<object[]> {
    const [first] = inputs
    const methods = getSession().namespaces.solana?.methods ?? []
    const ids = new Set(inputs.map((input) => `${toNetworkId(input)}:${input.account.address}`))
    if (!first || inputs.length === 1 || ids.size > 1 || !methods.includes('solana_signAllTransactions'))
      return inOrder(inputs, signTransaction)
    const asked = inputs.map(({ transaction }) => transaction.slice())
    for (const one of asked) await assertReadable(one, first.account.address)
    const answer = await ask(toNetworkId(first), 'solana_signAllTransactions', {
      transactions: asked.map((one) => wire.encode(one)),
      pubkey: first.account.address,
    })
    const list = v.pipe(v.array(v.string()), v.length(asked.length))
    const signed = parseOrNone(v.object({ transactions: list }), answer)?.transactions ?? unusable()
    const { address } = first.account
    return Promise.all(
      asked.map(async (one, at) => {
        const answer = { signed: readBytes(signed[at]) ?? unusable() }
        return { signedTransaction: await readSigned({ asked: one, address, answer }) }
      }),
    )
  }

  async function signAndSend({ account, transaction, options, chain }: TransactionInput): Promise<object> {
    const input = { account, ...(chain === undefined ? {} : { chain }) }
    const answer = await ask(toNetworkId(input), 'solana_signAndSendTransaction', {
      transaction: wire.encode(transaction),
      pubkey: account.address,
      ...(options && { [wire.options]: options }),
    })
    return { signature: readSignature(answer) ?? unknownOutcome() }
  }

  return {
    'solana:signMessage': {
      version,
      signMessage: (...inputs: readonly MessageInput[]) => inOrder(inputs, signMessage),
    },
    'solana:signTransaction': { version, supportedTransactionVersions, signTransaction: signTransactions },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions,
      signAndSendTransaction: (...inputs: readonly TransactionInput[]) => inOrder(inputs, signAndSend),
    },
  }
}

/** Asks one after the other, since the person has to answer each request. */
async function inOrder<T>(inputs: readonly T[], run: (input: T) => Promise<object>): Promise<object[]> {
  const answers: object[] = []
  for (const input of inputs) answers.push(await run(input))
  return answers
}

function readSignature(answer: unknown): Uint8Array | undefined {
  const text = parseOrNone(v.object({ signature: v.pipe(v.string(), v.maxLength(88)) }), answer)?.signature
  const bytes = text === undefined ? undefined : fromBase58(text)
  return bytes?.length === 64 ? bytes : undefined
}

function unusable(): never {
  throw new BillfoldError('wallet_bad_answer', 'The wallet did not answer as documented.')
}

function unknownOutcome(): never {
  throw new BillfoldError(
    'outcome_unknown',
    'The wallet did not say whether it sent it. Check there before you send it again.',
  )
}
