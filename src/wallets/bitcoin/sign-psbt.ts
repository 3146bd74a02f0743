/**
 * Asks a wallet to sign a PSBT, and to send it if the page requests that. The worker reads the requested and the
 * signed PSBT, which must make the same payment. The worker also returns the bytes that it has read: they must be the
 * bytes that the page sent.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki
 */
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import type { ConnectedAccount } from '../account.ts'
import type { AdapterContext } from '../adapter.ts'
import type { Connector } from '../connector.ts'
import type { BitcoinPsbtInput, BitcoinPsbtRequest } from '../providers.ts'
import { fromBase64, fromHex } from '../../core/chains/byte-text.ts'
import { BillfoldError, hasCode } from '../../core/base/errors.ts'
import { parseOrNone } from '../../core/contract/schemas.ts'
import { isSameBytes } from '../../core/base/same-bytes.ts'
import type { PsbtReading } from '../../core/contract/protocol.ts'
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
} from './ask-wallet.ts'
import { isNotSent } from '../is-not-sent.ts'
import { toWalletError } from '../wallet-error.ts'
import { findBitcoinNetwork } from './find-network.ts'
import { getInjected, isInjected } from './injected.ts'

/** The page's request. `broadcast` must be a boolean: any other truthy value could send a payment by mistake. */
const psbtRequest = v.object({
  psbt: v.string(),
  inputs: v.optional(
    v.array(
      v.object({
        index: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
        address: v.string(),
        sighashTypes: v.optional(v.array(v.number())),
      }),
    ),
  ),
  broadcast: v.optional(v.boolean()),
})

type Call = AdapterContext['call']
type Inputs = readonly [BitcoinPsbtInput, ...BitcoinPsbtInput[]]

interface Asking {
  call: Call
  account: ConnectedAccount
  /** Whether this account is still connected. */
  isActive(): boolean
}

/** A validated signing request. */
interface Signing extends Asking {
  asked: PsbtReading
  inputs: Inputs
}

/**
 * Resolves with `{ psbt }` in base64, or with `{ txid }` if the transaction was sent.
 * @throws account_changed, or the wallet's error
 */
export async function signPsbt(asking: Asking, given: unknown): Promise<object> {
  const { call, account, isActive } = asking
  const request =
    parseOrNone(psbtRequest, given) ??
    badPsbt(
      'signPsbt takes { psbt, inputs?, broadcast? }: `psbt` in base64, `inputs` a list of { index, address, sighashTypes? }, `broadcast` true or false.',
    )
  const psbt = fromBase64(request.psbt) ?? badPsbt('`psbt` is not a PSBT in base64.')
  const asked = (await readPsbt(call, psbt)) ?? badPsbt('`psbt` is not a PSBT of version 0.')
  const signing = { ...asking, asked, inputs: toInputs(account, asked, request.inputs) }
  // The account may have changed while the code was loading or the worker was busy.
  if (!isActive()) throw accountChanged()
  const [sign, send] = isInjected(account.connector)
    ? [signInjected, sendInjected]
    : [signStandard, sendStandard]
  if (request.broadcast) return { txid: await send(signing) }
  return { psbt: base64.encode(await sign(signing)) }
}

/** Undefined if the bytes are not a PSBT of version 0, or if the worker has read other bytes than these. */
async function readPsbt(call: Call, psbt: Uint8Array): Promise<PsbtReading | undefined> {
  const reading = await call('readPsbt', { psbt })
  return reading && isSameBytes(reading.psbt, psbt) ? reading : undefined
}

/** @param isFinal whether the wallet finalizes the PSBT, so that it can be sent */
async function signInjected(signing: Signing, isFinal = false): Promise<Uint8Array> {
  const { account, asked, inputs } = signing
  const options = { autoFinalized: isFinal, toSignInputs: inputs }
  const psbt = hex.encode(asked.psbt)
  const answer = await askActive(account.connector, inputs[0].address, 'signPsbt', psbt, options)
  return assertSame(signing, typeof answer === 'string' ? fromHex(answer) : undefined)
}

async function sendInjected(signing: Signing): Promise<string> {
  const { connector } = signing.account
  const push = getInjected(connector, 'pushPsbt')
  if (!push) throw unsupported(connector, 'pushPsbt')
  const signed = await signInjected(signing, true)
  const txid = await push(hex.encode(signed)).catch((error: unknown) => {
    const failure = toWalletError(error, connector.name)
    throw hasCode(failure, 'wallet_declined') ? failure : unknownOutcome(connector, error)
  })
  return readTxid(connector, txid)
}

async function signStandard(signing: Signing): Promise<Uint8Array> {
  const { connector } = signing.account
  const answer = await askStandard(connector, 'bitcoin:signTransaction', () => toStandardInput(signing))
  return assertSame(signing, readBytes(answer, 'signedPsbt'))
}

async function sendStandard(signing: Signing): Promise<string> {
  const { connector } = signing.account
  const input = toStandardInput(signing)
  const answer = await askStandard(connector, 'bitcoin:signAndSendTransaction', () => input).catch(
    (error: unknown) => {
      // After `wallet_failed`, the transaction may have been sent all the same: the error may come from the wallet's
      // node.
      const isCertain = isNotSent(error) && !hasCode(error, 'wallet_failed')
      throw isCertain ? error : unknownOutcome(connector, error)
    },
  )
  // The standard writes `txId`; some wallets write the more common `txid`.
  return readTxid(connector, readField(answer, 'txId') ?? readField(answer, 'txid'))
}

/** Names that the Wallet Standard has for the sighash types of BIP-143 and BIP-341. */
const SIGHASHES: Readonly<Record<number, string>> = {
  0x01: 'ALL',
  0x02: 'NONE',
  0x03: 'SINGLE',
  0x81: 'ALL|ANYONECANPAY',
  0x82: 'NONE|ANYONECANPAY',
  0x83: 'SINGLE|ANYONECANPAY',
}

/** The parameter of the wallet's feature: the PSBT inputs, grouped by account and sighash type. */
function toStandardInput({ account: { connector, caipNetworkId }, asked, inputs }: Signing): object {
  const groups = new Map<string, { account: object; signingIndexes: number[]; sigHash?: string }>()
  for (const { index, address, sighashTypes = [] } of inputs) {
    const [type] = sighashTypes
    const sigHash = type === undefined ? undefined : SIGHASHES[type]
    if (sighashTypes.length > 1 || (type !== undefined && !sigHash))
      badPsbt(
        `${connector.name} supports only the sighash types 1, 2, 3, 129, 130 and 131, one for each input.`,
      )
    const key = `${address} ${sigHash}`
    const account = findAccount(connector, address)
    const group = groups.get(key) ?? { account, signingIndexes: [], ...(sigHash && { sigHash }) }
    group.signingIndexes.push(index)
    groups.set(key, group)
  }
  const chain = `bitcoin:${findBitcoinNetwork(caipNetworkId)?.word}`
  // Pass a copy: the wallet may change the bytes.
  return { psbt: asked.psbt.slice(), inputsToSign: [...groups.values()], chain }
}

/**
 * The inputs that the page requests, or by default all inputs of shared accounts.
 * @throws transaction_bad, bad_account
 */
function toInputs(
  account: ConnectedAccount,
  { scripts }: PsbtReading,
  asked: BitcoinPsbtRequest['inputs'],
): Inputs {
  for (const { index, address } of asked ?? []) {
    assertShared(account, address)
    if (!(index in scripts)) badPsbt(`The PSBT has no input ${index}.`)
  }
  const owners = new Map(
    account.allAccounts.map(({ address }) => [hex.encode(toScript(account, address)!), address]),
  )
  const own = scripts.flatMap((script, index) => {
    const address = script && owners.get(hex.encode(script))
    return address === undefined ? [] : { index, address }
  })
  const [first, ...others] = asked ?? own
  return first ? [first, ...others] : badPsbt('No input of the PSBT belongs to the account.')
}

/** Checks that the wallet signed the same payment. @throws wallet_bad_answer */
async function assertSame({ call, account, asked }: Signing, answer?: Uint8Array): Promise<Uint8Array> {
  // Use a copy: the wallet may change its bytes while the worker reads them.
  const signed = answer?.slice()
  const reading = signed && (await readPsbt(call, signed))
  if (reading && isSameBytes(reading.unsigned, asked.unsigned)) return signed
  throw unusable(account.connector)
}

function readTxid(connector: Connector, txid: unknown): string {
  if (typeof txid === 'string' && /^[0-9a-f]{64}$/i.test(txid)) return txid.toLowerCase()
  throw unknownOutcome(connector)
}

/** The error for an account that changes before the wallet is asked. */
export function accountChanged(): BillfoldError {
  return new BillfoldError('account_changed', 'The account has changed. The wallet was not asked.')
}

function badPsbt(why: string): never {
  throw new BillfoldError('transaction_bad', `The wallet was not asked to sign. ${why}`)
}

function unknownOutcome({ name }: Connector, cause?: unknown): BillfoldError {
  return new BillfoldError(
    'outcome_unknown',
    `${name} did not say whether it sent it. Check there before you send it again.`,
    { cause },
  )
}
