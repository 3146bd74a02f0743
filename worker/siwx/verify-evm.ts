/**
 * Signatures of EVM accounts: by a key (EIP-191), or by what the account's contract says (EIP-1271), also of one that is
 * not there yet (ERC-6492).
 */
import { hex } from '@scure/base'
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { fromHex } from '../../src/core/byte-text.ts'
import { hasCode } from '../../src/core/errors.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/protocol.ts'
import type { CommandContext } from '../context.ts'
import { openRpc, toWord } from '../http/rpc.ts'

const VALID: SignatureVerdict = { outcome: 'valid' }

/** Rejects when the network's node cannot be asked. */
export async function verifyEvmSignature(
  { message, signature, address, caipNetworkId }: SignatureInput,
  context: CommandContext,
): Promise<SignatureVerdict> {
  const bytes = /^0x$/i.test(signature)
    ? new Uint8Array()
    : /^0x/i.test(signature)
      ? fromHex(signature.slice(2))
      : undefined
  if (!bytes) return { outcome: 'invalid', fault: 'signature' }
  const digest = hashMessage(message)
  const signer = findSigner(bytes, digest)
  if (signer === address.toLowerCase()) return VALID
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) return { outcome: 'unknown' }
  if (bytes.length < WRAPPING) return askBriefly(address, digest, bytes, rpc)
  const answer = await rpc('eth_call', [{ data: askContract(address, digest, bytes) }, 'latest']).catch(
    (error: unknown) => {
      if (isRevert(error)) return NO
      throw error
    },
  )
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer)) return { outcome: 'unknown' }
  return BigInt(answer) === 1n ? VALID : { outcome: 'invalid', fault: signer ? 'signer' : 'signature' }
}

const NO = '0x00'
/** Bytes at the end of a wrapped signature; the validator reads them of every one, and gives up where there are fewer. */
const WRAPPING = 32

/**
 * A contract may take fewer bytes, or none where it was told on the chain what it signs.
 * @see https://eips.ethereum.org/EIPS/eip-1271
 */
async function askBriefly(
  address: string,
  digest: Uint8Array,
  signature: Uint8Array,
  rpc: NonNullable<ReturnType<typeof openRpc>>,
): Promise<SignatureVerdict> {
  const data = [IS_VALID_SIGNATURE, hex.encode(digest), toWord(0x40), toBytes(signature)].join('')
  const answer = await rpc('eth_call', [{ to: address, data }, 'latest']).catch((error: unknown) => {
    if (isRevert(error)) return NO
    throw error
  })
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(answer)) return { outcome: 'unknown' }
  const isValid = answer.slice(0, 66).toLowerCase() === IS_VALID_SIGNATURE.padEnd(66, '0')
  return isValid ? VALID : { outcome: 'invalid', fault: 'signature' }
}

/** `isValidSignature(bytes32,bytes)`; a contract that agrees gives the same back. */
const IS_VALID_SIGNATURE = '0x1626ba7e'

/** @see https://eips.ethereum.org/EIPS/eip-191 */
function hashMessage(message: string): Uint8Array {
  const text = new TextEncoder().encode(message)
  const head = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${text.length}`)
  return keccak_256(Uint8Array.from([...head, ...text]))
}

/** In lower case; undefined for what no key has signed. */
function findSigner(signature: Uint8Array, digest: Uint8Array): string | undefined {
  const [last = 0] = signature.subarray(64)
  // Some wallets count from 0, as the curve does.
  const recovery = last < 27 ? last : last - 27
  if (signature.length !== 65 || recovery > 1) return undefined
  try {
    const point = secp256k1.Signature.fromCompact(signature.subarray(0, 64))
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
    return `0x${hex.encode(keccak_256(point.toRawBytes(false).subarray(1)).subarray(12))}`
  } catch {
    return undefined
  }
}

/**
 * The validator with what it is created for: (address, bytes32, bytes). A node runs it and keeps nothing.
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
function askContract(address: string, digest: Uint8Array, signature: Uint8Array): string {
  return [
    erc6492SignatureValidatorByteCode,
    toWord(BigInt(address)),
    hex.encode(digest),
    toWord(0x60),
    toBytes(signature),
  ].join('')
}

/** The same of bytes: how many there are, and then they, in whole words. */
function toBytes(bytes: Uint8Array): string {
  const text = hex.encode(bytes)
  return toWord(bytes.length) + text.padEnd(Math.ceil(text.length / 64) * 64, '0')
}

/** The contract has spoken. Whatever else a node refuses for is its own affair. */
function isRevert(error: unknown): boolean {
  if (!hasCode(error, 'bad_envelope')) return false
  const { rpcCode, description } = (error as { context: Record<string, unknown> }).context
  return rpcCode === 3 || /revert/i.test(String(description))
}
