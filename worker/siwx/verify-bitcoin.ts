/**
 * Verifies signatures of Bitcoin accounts: BIP-322 "simple" for one key (P2WPKH, P2SH-P2WPKH, P2TR), and the older "Bitcoin
 * Signed Message" (BIP-137), whose key is recovered from the signature. Only a node can run a script (P2WSH, nested or not,
 * and taproot's script path), so a signature with the account's own script has the result `unknown`.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 * @see https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
import * as ecc from '@bitcoinerlab/secp256k1'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { crypto, opcodes, payments, script as scripts, Transaction } from 'bitcoinjs-lib'
import { getScriptKind, toBitcoinScript } from '../../src/core/chains/bitcoin-address.ts'
import { fromBase64 } from '../../src/core/chains/byte-text.ts'
import { isSameBytes } from '../../src/core/base/same-bytes.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/contract/protocol.ts'

type Bytes = Uint8Array

/** Upper limit of a signature, in characters of base64: enough for a script with many keys and signatures. */
const MAX_LENGTH = 16_000

export function verifyBitcoinSignature({ message, signature, address }: SignatureInput): SignatureVerdict {
  const bytes = signature.length <= MAX_LENGTH ? fromBase64(signature) : undefined
  const script = (['bc', 'tb', 'bcrt'] as const)
    .map((prefix) => toBitcoinScript(address, prefix))
    .find((found) => found !== undefined)
  if (!bytes || !script) return NOT_SIGNED
  try {
    return bytes.length === 65 ? verifyOlder(message, bytes, script) : verifyBip322(message, bytes, script)
  } catch {
    // The library throws if the bytes do not have the form of a signature, or the key is not a point of the curve.
    return NOT_SIGNED
  }
}

const VALID: SignatureVerdict = { outcome: 'valid' }
const NOT_SIGNED: SignatureVerdict = { outcome: 'invalid', fault: 'signature' }
const OTHER_SIGNER: SignatureVerdict = { outcome: 'invalid', fault: 'signer' }
const UNKNOWN: SignatureVerdict = { outcome: 'unknown' }
const { SIGHASH_ALL, SIGHASH_DEFAULT } = Transaction

function verifyOlder(message: string, bytes: Bytes, script: Bytes): SignatureVerdict {
  const kind = bytes[0]! - 27
  if (kind < 0 || kind > 15) return NOT_SIGNED
  const text = utf8ToBytes(message)
  const prefix = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  const digest = crypto.hash256(concatBytes(prefix, writeSize(text.length), text))
  // From 4 on, `kind` means a compressed key. It does not decide the kind of address, since some wallets use 4 to 7 for
  // every kind of address.
  const isCompressed = kind >= 4
  const pubkey = ecc.recover(digest, bytes.subarray(1), (kind & 3) as 0 | 1 | 2 | 3, isCompressed)
  if (!pubkey) return NOT_SIGNED
  const outputs = isCompressed ? listScripts(pubkey) : [payments.p2pkh({ pubkey }).output]
  return outputs.some((one) => isSame(one, script)) ? VALID : OTHER_SIGNER
}

function listScripts(pubkey: Bytes): (Bytes | undefined)[] {
  const segwit = payments.p2wpkh({ pubkey })
  return [payments.p2pkh({ pubkey }), segwit, payments.p2sh({ redeem: segwit })].map(({ output }) => output)
}

function verifyBip322(message: string, bytes: Bytes, script: Bytes): SignatureVerdict {
  const kind = getScriptKind(script)
  const isOfScript = script.length === 34 && script[0] === 0
  const witness = readWitness(bytes)
  // The witness of a script may be longer than `readWitness` can read.
  if (!witness) return kind === 'script' || isOfScript ? UNKNOWN : NOT_SIGNED
  const toSign = toSpending(toSpend(message, script))
  if (kind === 'taproot') {
    const [signature, ...rest] = witness
    if (rest.length > 0) return isScriptPath(witness) ? UNKNOWN : NOT_SIGNED
    if (!signature) return NOT_SIGNED
    const type = signature.length === 65 ? signature[64]! : SIGHASH_DEFAULT
    if (signature.length === 65 ? type !== SIGHASH_ALL : signature.length !== 64) return NOT_SIGNED
    const digest = toSign.hashForWitnessV1(0, [script], [0n], type)
    return ecc.verifySchnorr(digest, script.subarray(2), signature.subarray(0, 64)) ? VALID : NOT_SIGNED
  }
  const last = witness.at(-1)
  if (last) {
    const ofLast = payments.p2wsh({ hash: crypto.sha256(last) })
    if ([ofLast, payments.p2sh({ redeem: ofLast })].some(({ output }) => isSame(output, script)))
      return UNKNOWN
  }
  if (isOfScript) return OTHER_SIGNER
  const [signature, key, ...rest] = witness
  if (!signature || key?.length !== 33 || rest.length > 0 || signature.at(-1) !== SIGHASH_ALL)
    return NOT_SIGNED
  const [p2pkh, ...outputs] = listScripts(key)
  if (!outputs.some((one) => isSame(one, script))) return OTHER_SIGNER
  const digest = toSign.hashForWitnessV0(0, p2pkh!, 0n, SIGHASH_ALL)
  return ecc.verify(digest, key, scripts.signature.decode(signature).signature, true) ? VALID : NOT_SIGNED
}

/**
 * The transaction `to_spend` of BIP-322, which is never sent: its output belongs to the account, and its input contains the
 * hash of the message.
 */
function toSpend(message: string, script: Bytes): Transaction {
  const tag = crypto.sha256(utf8ToBytes('BIP0322-signed-message'))
  const held = crypto.sha256(concatBytes(tag, tag, utf8ToBytes(message)))
  const transaction = new Transaction()
  transaction.version = 0
  transaction.addInput(new Uint8Array(32), 0xffffffff, 0, scripts.compile([opcodes['OP_0']!, held]))
  transaction.addOutput(script, 0n)
  return transaction
}

/** The transaction `to_sign` of BIP-322, which spends the output of `to_spend`. */
function toSpending(spent: Transaction): Transaction {
  const transaction = new Transaction()
  transaction.version = 0
  transaction.addInput(spent.getHash(), 0, 0)
  transaction.addOutput(scripts.compile([opcodes['OP_RETURN']!]), 0n)
  return transaction
}

/** The items of a witness. Undefined if an item has 253 bytes or more, or if the bytes do not end with the last item. */
function readWitness(bytes: Bytes): Bytes[] | undefined {
  const items: Bytes[] = []
  let at = 1
  for (let left = bytes[0] ?? 0; left > 0; left -= 1) {
    const length = bytes[at] ?? 0
    if (length >= 0xfd) return undefined
    items.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return at === bytes.length ? items : undefined
}

/**
 * Whether a witness has the form of taproot's script path: the inputs of the script, the script, a control block, and
 * perhaps an annex.
 */
function isScriptPath(witness: readonly Bytes[]): boolean {
  const items = witness.at(-1)?.[0] === 0x50 ? witness.slice(0, -1) : witness
  const last = items.at(-1)
  return items.length > 1 && !!last && last.length >= 33 && (last.length - 33) % 32 === 0
}

/** A length in Bitcoin's CompactSize encoding, for lengths below 65,536. */
function writeSize(length: number): Bytes {
  return length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8)
}

function isSame(a: Bytes | undefined, b: Bytes): boolean {
  return a !== undefined && isSameBytes(a, b)
}
