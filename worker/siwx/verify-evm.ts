/**
 * Signatures of EVM accounts: by a key (EIP-191), or by what the account's contract says (EIP-1271), also of one that is
 * not there yet (ERC-6492).
 */
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { fromHex, toHex } from '../../src/core/byte-text.ts'
import { hasCode } from '../../src/core/errors.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/protocol.ts'
import type { CommandContext } from '../context.ts'
import { openRpc } from '../http/rpc.ts'

const VALID: SignatureVerdict = { outcome: 'valid' }

/** Rejects when the network's node cannot be asked. */
export async function verifyEvmSignature(
  { message, signature, address, caipNetworkId }: SignatureInput,
  context: CommandContext,
): Promise<SignatureVerdict> {
  const bytes = /^0x/i.test(signature) ? fromHex(signature.slice(2)) : undefined
  if (!bytes) return { outcome: 'invalid', fault: 'signature' }
  const digest = hashMessage(message)
  const signer = findSigner(bytes, digest)
  if (signer === address.toLowerCase()) return VALID
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) return { outcome: 'unknown' }
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
    return `0x${toHex(keccak_256(point.toRawBytes(false).subarray(1)).subarray(12))}`
  } catch {
    return undefined
  }
}

/**
 * The validator with what it is created for: (address, bytes32, bytes). A node runs it and keeps nothing.
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
function askContract(address: string, digest: Uint8Array, signature: Uint8Array): string {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const text = toHex(signature)
  return [
    erc6492SignatureValidatorByteCode,
    address.slice(2).toLowerCase().padStart(64, '0'),
    toHex(digest),
    word(0x60),
    word(signature.length),
    text.padEnd(Math.ceil(text.length / 64) * 64, '0'),
  ].join('')
}

/** The contract has spoken. Whatever else a node refuses for is its own affair. */
function isRevert(error: unknown): boolean {
  if (!hasCode(error, 'bad_envelope')) return false
  const { rpcCode, description } = (error as { context: Record<string, unknown> }).context
  return rpcCode === 3 || /revert/i.test(String(description))
}
