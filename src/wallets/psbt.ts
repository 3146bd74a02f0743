/**
 * What must be known of a partially signed transaction before and after a wallet signs it: what it does, and whose its
 * inputs are.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki
 */

export interface Psbt {
  /** The transaction without signatures: two that are equal here pay the same. */
  unsigned: Uint8Array
  /** The scripts of what is spent, by input; absent where the PSBT does not say. */
  scripts: readonly (Uint8Array | undefined)[]
}

const MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff]
/** Types of keys: of the transaction as a whole, and of one input. */
const UNSIGNED = 0
const SPENT_TRANSACTION = 0
const SPENT_OUTPUT = 1

/** Undefined for what is no PSBT of version 0. */
export function readPsbt(bytes: Uint8Array): Psbt | undefined {
  try {
    const reader = createReader(bytes)
    if (!reader.take(MAGIC.length).every((byte, index) => byte === MAGIC[index])) return undefined
    const unsigned = readMap(reader).get(UNSIGNED)
    if (!unsigned) return undefined
    const { inputs } = readTransaction(unsigned)
    const scripts = inputs.map(({ output }) => {
      const map = readMap(reader)
      const [whole, spent] = [map.get(SPENT_TRANSACTION), map.get(SPENT_OUTPUT)]
      return spent ? readOutput(createReader(spent)) : whole && readTransaction(whole).outputs[output]
    })
    return { unsigned, scripts }
  } catch {
    return undefined
  }
}

interface Reader {
  /** Of the rest. */
  readonly left: number
  /** @throws RangeError past the end */
  take(length: number): Uint8Array
  takeNumber(bytes: 1 | 2 | 4): number
  /** A length, as Bitcoin writes it. @throws RangeError from 4 GB on */
  takeLength(): number
}

function createReader(bytes: Uint8Array): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const reader: Reader = {
    get left() {
      return bytes.length - at
    },
    take(length) {
      if (length > reader.left) throw new RangeError('cut short')
      at += length
      return bytes.subarray(at - length, at)
    },
    takeNumber(length) {
      at += length
      if (length === 1) return view.getUint8(at - 1)
      return length === 2 ? view.getUint16(at - 2, true) : view.getUint32(at - 4, true)
    },
    takeLength() {
      const first = reader.takeNumber(1)
      if (first < 0xfd) return first
      if (first === 0xff) throw new RangeError('too long')
      return reader.takeNumber(first === 0xfd ? 2 : 4)
    },
  }
  return reader
}

/** By type, of those whose key is a type alone: each may stand there once. */
function readMap(reader: Reader): Map<number, Uint8Array> {
  const map = new Map<number, Uint8Array>()
  for (let length = reader.takeLength(); length > 0; length = reader.takeLength()) {
    const [type = -1] = reader.take(length)
    const value = reader.take(reader.takeLength())
    if (length > 1) continue
    if (map.has(type)) throw new RangeError('twice')
    map.set(type, value)
  }
  return map
}

interface Transaction {
  /** `output`: which of the transaction that is spent from. */
  inputs: readonly { output: number }[]
  /** Scripts. */
  outputs: readonly Uint8Array[]
}

function readTransaction(bytes: Uint8Array): Transaction {
  const reader = createReader(bytes)
  reader.take(4)
  let count = reader.takeLength()
  // No inputs at all: a mark that witnesses follow at the end. @see BIP-144
  if (count === 0 && reader.takeNumber(1) === 1) count = reader.takeLength()
  const inputs = readMany(reader, count, () => {
    reader.take(32)
    const output = reader.takeNumber(4)
    reader.take(reader.takeLength())
    reader.take(4)
    return { output }
  })
  return { inputs, outputs: readMany(reader, reader.takeLength(), () => readOutput(reader)) }
}

/** The script. */
function readOutput(reader: Reader): Uint8Array {
  reader.take(8)
  return reader.take(reader.takeLength())
}

/** Each takes some bytes, so that a count of strangers ends with what they sent. */
function readMany<T>(reader: Reader, count: number, read: () => T): T[] {
  if (count > reader.left) throw new RangeError('cut short')
  return Array.from({ length: count }, read)
}
