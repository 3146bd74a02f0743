/**
 * Bitcoin addresses. An address encodes the script that locks its coins, with a checksum.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki
 * @see https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki
 */
import { sha256 } from '@noble/hashes/sha2'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** Prefixes of bech32 addresses. Testnet and signet share a prefix. */
export type BitcoinPrefix = 'bc' | 'tb' | 'bcrt'

/** Version bytes of base58 addresses: [key hash, script hash]. All test networks share the same bytes. */
const VERSIONS: Readonly<Record<BitcoinPrefix, readonly [number, number]>> = {
  bc: [0x00, 0x05],
  tb: [0x6f, 0xc4],
  bcrt: [0x6f, 0xc4],
}

/** Length of the longest valid address. Characters. */
const MAX_LENGTH = 90

/**
 * The script that an address encodes; undefined if the text is no address on networks of this prefix. Refuses upper
 * case, which some QR codes use, so that one account has only one address.
 */
export function toBitcoinScript(address: string, prefix: BitcoinPrefix): Uint8Array<ArrayBuffer> | undefined {
  if (address.length > MAX_LENGTH) return undefined
  return readSegwit(address, prefix) ?? readBase58(address, prefix)
}

export type BitcoinScriptKind = 'taproot' | 'segwit' | 'script' | 'key'

/** The kind of a script from `toBitcoinScript`. */
export function getScriptKind(script: Uint8Array): BitcoinScriptKind {
  if (script[0] === OP_1) return 'taproot'
  if (script[0] === 0) return 'segwit'
  return script[0] === 0xa9 ? 'script' : 'key'
}

const OP_1 = 0x51
const base58check = createBase58check(sha256)

function readBase58(address: string, prefix: BitcoinPrefix): Uint8Array<ArrayBuffer> | undefined {
  const [version, ...hash] = decodeBase58check(address) ?? []
  if (hash.length !== 20) return undefined
  const [toKey, toScript] = VERSIONS[prefix]
  // The scripts: OP_DUP OP_HASH160 … OP_EQUALVERIFY OP_CHECKSIG for a key; OP_HASH160 … OP_EQUAL for a script.
  if (version === toKey) return Uint8Array.from([0x76, 0xa9, 20, ...hash, 0x88, 0xac])
  return version === toScript ? Uint8Array.from([0xa9, 20, ...hash, 0x87]) : undefined
}

function decodeBase58check(address: string): Uint8Array | undefined {
  try {
    return base58check.decode(address)
  } catch {
    return undefined
  }
}

/** Accepts versions 0 and 1 (taproot), since no other version is in use. */
function readSegwit(address: string, prefix: BitcoinPrefix): Uint8Array<ArrayBuffer> | undefined {
  for (const [version, { decodeUnsafe, fromWordsUnsafe }] of [bech32, bech32m].entries()) {
    const found = decodeUnsafe(address, MAX_LENGTH)
    // Compare the whole prefix, which ends at the last 1: a longer prefix may begin with this one. The decoder
    // accepts upper case; `startsWith` refuses it.
    if (found?.prefix !== prefix || !address.startsWith(prefix)) continue
    const [first, ...words] = found.words
    const program = first === version ? fromWordsUnsafe(words) : undefined
    if (program?.length === 32 || (program?.length === 20 && version === 0))
      return Uint8Array.from([version && OP_1, program.length, ...program])
  }
  return undefined
}
