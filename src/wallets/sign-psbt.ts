/**
 * Has a wallet sign a PSBT, and send it where that is wanted. What comes back must be the payment that went out.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki
 */
import type { ConnectedAccount } from '../connections/account.ts'
import type { Connector } from '../connections/connector.ts'
import type { BitcoinPsbtInput, BitcoinPsbtRequest } from '../connections/providers.ts'
import { BillfoldError, hasCode } from '../core/errors.ts'
import {
  askActive,
  askStandard,
  assertShared,
  findAccount,
  readBytes,
  readField,
  toScript,
  unsupported,
  unusable,
} from './ask-bitcoin-wallet.ts'
import { findBitcoinNetwork } from './find-bitcoin-network.ts'
import { fromBase64, fromHex, toBase64, toHex } from '../core/byte-text.ts'
import { getInjected, isInjected } from './injected-bitcoin.ts'
import { readPsbt } from './psbt.ts'

export type PsbtRequest = BitcoinPsbtRequest & { broadcast?: boolean | undefined }

type Inputs = readonly [BitcoinPsbtInput, ...BitcoinPsbtInput[]]

/** `{ psbt }` in base64, or `{ txid }` where it was sent. */
export async function signPsbt(account: ConnectedAccount, request: PsbtRequest): Promise<object> {
  const psbt = fromBase64(request.psbt) ?? badPsbt('It is no PSBT in base64.')
  const inputs = toInputs(account, psbt, request.inputs)
  const [sign, send] = isInjected(account.connector)
    ? [signInjected, sendInjected]
    : [signStandard, sendStandard]
  if (request.broadcast) return { txid: await send(account, psbt, inputs) }
  return { psbt: toBase64(await sign(account, psbt, inputs)) }
}

/** @param isFinal whether what is signed can be sent as it is */
async function signInjected(
  { connector }: ConnectedAccount,
  psbt: Uint8Array,
  inputs: Inputs,
  isFinal = false,
): Promise<Uint8Array> {
  const options = { autoFinalized: isFinal, toSignInputs: inputs }
  const answer = await askActive(connector, inputs[0].address, 'signPsbt', toHex(psbt), options)
  return assertSame(connector, psbt, typeof answer === 'string' ? fromHex(answer) : undefined)
}

async function sendInjected(account: ConnectedAccount, psbt: Uint8Array, inputs: Inputs): Promise<string> {
  const { connector } = account
  const push = getInjected(connector, 'pushPsbt')
  if (!push) throw unsupported(connector, 'pushPsbt')
  const signed = await signInjected(account, psbt, inputs, true)
  const txid = await push(toHex(signed)).catch((error: unknown) => {
    throw unknownOutcome(connector, error)
  })
  return readTxid(connector, txid)
}

async function signStandard(
  account: ConnectedAccount,
  psbt: Uint8Array,
  inputs: Inputs,
): Promise<Uint8Array> {
  const { connector } = account
  const toInput = () => toStandardInput(account, psbt, inputs)
  const answer = await askStandard(connector, 'bitcoin:signTransaction', toInput)
  return assertSame(connector, psbt, readBytes(answer, 'signedPsbt'))
}

async function sendStandard(account: ConnectedAccount, psbt: Uint8Array, inputs: Inputs): Promise<string> {
  const { connector } = account
  const input = toStandardInput(account, psbt, inputs)
  const answer = await askStandard(connector, 'bitcoin:signAndSendTransaction', () => input).catch(
    (error: unknown) => {
      // It may have been sent before whatever failed.
      throw hasCode(error, 'wallet_failed') ? unknownOutcome(connector, error) : error
    },
  )
  // The standard writes it so; there are wallets that write it as all others do.
  return readTxid(connector, readField(answer, 'txId') ?? readField(answer, 'txid'))
}

/** BIP-143 and BIP-341, in the standard's words; none for the wallet's own choice. */
const SIGHASHES: Readonly<Record<number, string>> = {
  0x01: 'ALL',
  0x02: 'NONE',
  0x03: 'SINGLE',
  0x81: 'ALL|ANYONECANPAY',
  0x82: 'NONE|ANYONECANPAY',
  0x83: 'SINGLE|ANYONECANPAY',
}

/** Inputs of one account and one way to sign stand together. */
function toStandardInput(
  { connector, caipNetworkId }: ConnectedAccount,
  psbt: Uint8Array,
  inputs: Inputs,
): object {
  const groups = new Map<string, { account: object; signingIndexes: number[]; sigHash?: string }>()
  for (const { index, address, sighashTypes = [] } of inputs) {
    const [type] = sighashTypes
    const sigHash = type === undefined ? undefined : SIGHASHES[type]
    if (sighashTypes.length > 1 || (type !== undefined && !sigHash))
      badPsbt(`${connector.name} takes one of the sighash types 1, 2, 3, 129, 130 and 131.`)
    const key = `${address} ${sigHash}`
    const account = findAccount(connector, address)
    const group = groups.get(key) ?? { account, signingIndexes: [], ...(sigHash && { sigHash }) }
    group.signingIndexes.push(index)
    groups.set(key, group)
  }
  const chain = `bitcoin:${findBitcoinNetwork(caipNetworkId)?.word}`
  // A copy: what comes back is compared with what was asked, which must stay as it is.
  return { psbt: psbt.slice(), inputsToSign: [...groups.values()], chain }
}

/** Those that are asked for, or all that belong to the account. @throws transaction_bad, bad_account */
function toInputs(account: ConnectedAccount, psbt: Uint8Array, asked: BitcoinPsbtRequest['inputs']): Inputs {
  const { scripts } = readPsbt(psbt) ?? badPsbt('It is no PSBT of version 0.')
  for (const { index, address } of asked ?? []) {
    assertShared(account, address)
    if (!(index in scripts)) badPsbt(`It has no input ${index}.`)
  }
  const owners = new Map(
    account.allAccounts.map(({ address }) => [toHex(toScript(account, address)!), address]),
  )
  const own = scripts.flatMap((script, index) => {
    const address = script && owners.get(toHex(script))
    return address === undefined ? [] : { index, address }
  })
  const [first, ...others] = asked ?? own
  return first ? [first, ...others] : badPsbt('None of its inputs belongs to the account.')
}

/** A wallet that returns another payment has signed another one. */
function assertSame(connector: Connector, asked: Uint8Array, signed: Uint8Array | undefined): Uint8Array {
  const [before, after] = [asked, signed].map((bytes) => bytes && readPsbt(bytes)?.unsigned)
  if (signed && before && after && toHex(before) === toHex(after)) return signed
  throw unusable(connector)
}

function readTxid(connector: Connector, txid: unknown): string {
  if (typeof txid === 'string' && /^[0-9a-f]{64}$/i.test(txid)) return txid.toLowerCase()
  throw unknownOutcome(connector)
}

function badPsbt(why: string): never {
  throw new BillfoldError('transaction_bad', `The wallet was not asked to sign. ${why}`)
}

function unknownOutcome({ name }: Connector, cause?: unknown): BillfoldError {
  return new BillfoldError(
    'outcome_unknown',
    `Whether ${name} has sent it is not known. Look there before you send it again.`,
    { cause },
  )
}
