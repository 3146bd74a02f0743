/**
 * Signatures of Bitcoin's accounts: BIP-322 "simple" for one key (P2WPKH, P2SH-P2WPKH, P2TR), and the older "Bitcoin
 * Signed Message", whose key is found from the signature. What a script locks (P2WSH, nested or not, and taproot's script
 * path) only a node can run: that is unknown, as long as it is this account's script.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 * @see https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { getScriptKind, toBitcoinScript } from '../../src/core/bitcoin-address.ts'
import { fromBase64 } from '../../src/core/byte-text.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/protocol.ts'

type Bytes = Uint8Array

/** Characters of base64: a script of many keys, with as many signatures. */
const LONGEST = 16_000

export function verifyBitcoinSignature({ message, signature, address }: SignatureInput): SignatureVerdict {
  const bytes = signature.length <= LONGEST ? fromBase64(signature) : undefined
  const script = (['bc', 'tb', 'bcrt'] as const)
    .map((prefix) => toBitcoinScript(address, prefix))
    .find((found) => found !== undefined)
  if (!bytes || !script) return NOT_SIGNED
  try {
    return bytes.length === 65 ? verifyOlder(message, bytes, script) : verifyBip322(message, bytes, script)
  } catch {
    // No point of the curve, or no form that a signature has.
    return NOT_SIGNED
  }
}

const VALID: SignatureVerdict = { outcome: 'valid' }
const NOT_SIGNED: SignatureVerdict = { outcome: 'invalid', fault: 'signature' }
const OTHER_SIGNER: SignatureVerdict = { outcome: 'invalid', fault: 'signer' }
const UNKNOWN: SignatureVerdict = { outcome: 'unknown' }

function verifyOlder(message: string, bytes: Bytes, script: Bytes): SignatureVerdict {
  const kind = bytes[0]! - 27
  if (kind < 0 || kind > 15) return NOT_SIGNED
  const text = encode(message)
  const digest = hash256(join(encode('\x18Bitcoin Signed Message:\n'), size(text.length), text))
  const point = secp256k1.Signature.fromCompact(bytes.subarray(1))
    .addRecoveryBit(kind & 3)
    .recoverPublicKey(digest)
  // Wallets that do not say which kind of address it is for say 4 to 7.
  const isCompressed = kind >= 4
  const key = point.toRawBytes(isCompressed)
  const scripts = isCompressed ? [toKey(key), toSegwit(key), toNested(key)] : [toKey(key)]
  return scripts.some((one) => isSame(one, script)) ? VALID : OTHER_SIGNER
}

function verifyBip322(message: string, bytes: Bytes, script: Bytes): SignatureVerdict {
  const kind = getScriptKind(script)
  const witness = readWitness(bytes)
  // A script may need more than the short form holds.
  if (!witness) return kind === 'script' || isOfScript(script) ? UNKNOWN : NOT_SIGNED
  const outpoint = join(hash256(toSpend(message, script)), ZERO_4)
  if (kind === 'taproot') {
    const [signature, ...rest] = witness
    if (rest.length > 0) return isScriptPath(witness) ? UNKNOWN : NOT_SIGNED
    if (!signature) return NOT_SIGNED
    const type = signature.length === 65 ? signature[64]! : 0
    if (signature.length === 65 ? type !== ALL : signature.length !== 64) return NOT_SIGNED
    const digest = hashTaproot(outpoint, script, type)
    return schnorr.verify(signature.subarray(0, 64), digest, script.subarray(2)) ? VALID : NOT_SIGNED
  }
  const last = witness.at(-1)
  if (last && [toScriptHash(last), toNest(toScriptHash(last))].some((one) => isSame(one, script)))
    return UNKNOWN
  if (isOfScript(script)) return OTHER_SIGNER
  const [signature, key, ...rest] = witness
  if (!signature || key?.length !== 33 || rest.length > 0 || signature.at(-1) !== ALL) return NOT_SIGNED
  if (![toSegwit(key), toNested(key)].some((one) => isSame(one, script))) return OTHER_SIGNER
  const digest = hashSegwit(outpoint, key)
  return secp256k1.verify(signature.subarray(0, -1), digest, key, {
    format: 'der',
    lowS: true,
    prehash: false,
  })
    ? VALID
    : NOT_SIGNED
}

/** A transaction that nobody sends, whose output is the account's and whose input holds the message. */
function toSpend(message: string, script: Bytes): Bytes {
  const held = tag('BIP0322-signed-message', encode(message))
  const input = join(new Uint8Array(32), new Uint8Array(4).fill(0xff), Uint8Array.of(34, 0, 32), held, ZERO_4)
  return join(ZERO_4, ONE, input, ONE, ZERO_8, size(script.length), script, ZERO_4)
}

/** Of the transaction that spends it. @see https://github.com/bitcoin/bips/blob/master/bip-0143.mediawiki */
function hashSegwit(outpoint: Bytes, key: Bytes): Bytes {
  const code = toKey(key)
  return hash256(
    join(
      ZERO_4,
      hash256(outpoint),
      hash256(ZERO_4),
      outpoint,
      size(code.length),
      code,
      ZERO_8,
      ZERO_4,
      hash256(OUTPUT),
      ZERO_4,
      Uint8Array.of(ALL, 0, 0, 0),
    ),
  )
}

/** @see https://github.com/bitcoin/bips/blob/master/bip-0341.mediawiki */
function hashTaproot(outpoint: Bytes, script: Bytes, type: number): Bytes {
  return tag(
    'TapSighash',
    Uint8Array.of(0, type),
    ZERO_4,
    ZERO_4,
    sha256(outpoint),
    sha256(ZERO_8),
    sha256(join(size(script.length), script)),
    sha256(ZERO_4),
    sha256(OUTPUT),
    Uint8Array.of(0),
    ZERO_4,
  )
}

const ALL = 1
const ONE = Uint8Array.of(1)
const ZERO_4 = new Uint8Array(4)
const ZERO_8 = new Uint8Array(8)
/** No amount, to OP_RETURN. */
const OUTPUT = join(ZERO_8, Uint8Array.of(1, 0x6a))

/** Undefined for what is no list of short items, to its last byte. */
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

/** OP_DUP OP_HASH160 … OP_EQUALVERIFY OP_CHECKSIG */
function toKey(key: Bytes): Bytes {
  return join(Uint8Array.of(0x76, 0xa9, 20), hash160(key), Uint8Array.of(0x88, 0xac))
}

function toSegwit(key: Bytes): Bytes {
  return join(Uint8Array.of(0, 20), hash160(key))
}

function toNested(key: Bytes): Bytes {
  return toNest(toSegwit(key))
}

/** P2SH around another script. */
function toNest(inner: Bytes): Bytes {
  return join(Uint8Array.of(0xa9, 20), hash160(inner), Uint8Array.of(0x87))
}

/** P2WSH */
function toScriptHash(script: Bytes): Bytes {
  return join(Uint8Array.of(0, 32), sha256(script))
}

function isOfScript(script: Bytes): boolean {
  return script.length === 34 && script[0] === 0
}

/** A script and where it hangs in the tree, behind what it is given; an annex comes last. */
function isScriptPath(witness: readonly Bytes[]): boolean {
  const items = witness.at(-1)?.[0] === 0x50 ? witness.slice(0, -1) : witness
  const place = items.at(-1)
  return items.length > 1 && !!place && place.length >= 33 && (place.length - 33) % 32 === 0
}

function hash160(bytes: Bytes): Bytes {
  return ripemd160(sha256(bytes))
}

function hash256(bytes: Bytes): Bytes {
  return sha256(sha256(bytes))
}

/** As BIP-340 tags hashes. */
function tag(name: string, ...parts: Bytes[]): Bytes {
  const known = sha256(encode(name))
  return sha256(join(known, known, ...parts))
}

/** As Bitcoin writes lengths. */
function size(length: number): Bytes {
  return length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8)
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text)
}

function join(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function isSame(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
