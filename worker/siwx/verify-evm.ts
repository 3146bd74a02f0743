/**
 * Signatures of EVM accounts: by a key (EIP-191), or by what the account's contract says (EIP-1271), also of one that is
 * not there yet (ERC-6492). viem's own `verifyMessage` says "invalid" when a node cannot be asked, which is "unknown" here.
 */
import {
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isHex,
  parseAbi,
  recoverAddress,
  size,
} from 'viem'
import { hasCode } from '../../src/core/base/errors.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/contract/protocol.ts'
import type { CommandContext } from '../base/context.ts'
import { toAddress } from '../evm/contract.ts'
import { parseOrNone } from '../../src/core/contract/schemas.ts'
import { openRpc, quantity, type Rpc } from '../http/rpc.ts'

const VALID: SignatureVerdict = { outcome: 'valid' }

/** Rejects when the network's node cannot be asked. */
export async function verifyEvmSignature(
  { message, signature, address, caipNetworkId }: SignatureInput,
  context: CommandContext,
): Promise<SignatureVerdict> {
  const bytes = signature.toLowerCase()
  if (!isHex(bytes) || bytes.length % 2 !== 0) return { outcome: 'invalid', fault: 'signature' }
  const account = toAddress(address)
  const hash = hashMessage(message)
  const signer = await findSigner(bytes, hash)
  if (signer === account) return VALID
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) return { outcome: 'unknown' }
  if (size(bytes) < WRAPPING) return askBriefly(account, hash, bytes, rpc)
  // The validator is created with what it is asked: a node runs it and keeps nothing.
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [account, hash, bytes],
  })
  const answer = parseOrNone(quantity, await ask(rpc, { data }))
  if (answer === undefined) return { outcome: 'unknown' }
  return answer === 1n ? VALID : { outcome: 'invalid', fault: signer ? 'signer' : 'signature' }
}

/** Bytes at the end of a wrapped signature; the validator reads them of every one, and gives up where there are fewer. */
const WRAPPING = 32

const erc1271Abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])

/**
 * A contract may take fewer bytes, or none where it was told on the chain what it signs.
 * @see https://eips.ethereum.org/EIPS/eip-1271
 */
async function askBriefly(account: Hex, hash: Hex, signature: Hex, rpc: Rpc): Promise<SignatureVerdict> {
  const args = [hash, signature] as const
  const data = encodeFunctionData({ abi: erc1271Abi, functionName: 'isValidSignature', args })
  const answer = await ask(rpc, { to: account, data })
  if (!isHex(answer) || answer.length % 2 !== 0) return { outcome: 'unknown' }
  // A contract that agrees gives the selector back.
  const isValid = answer.slice(0, 66).toLowerCase() === data.slice(0, 10).padEnd(66, '0')
  return isValid ? VALID : { outcome: 'invalid', fault: 'signature' }
}

async function ask(rpc: Rpc, call: { to?: Hex; data: Hex }): Promise<unknown> {
  try {
    return await rpc('eth_call', [call, 'latest'])
  } catch (error) {
    if (isRevert(error)) return '0x00'
    throw error
  }
}

/** In lower case; undefined for what no key has signed. */
async function findSigner(signature: Hex, hash: Hex): Promise<string | undefined> {
  // Some wallets count from 0, as the curve does.
  if (size(signature) !== 65 || !/(?:0[01]|1[bc])$/.test(signature)) return undefined
  return recoverAddress({ hash, signature }).then(toAddress, () => undefined)
}

/** The contract has spoken. Whatever else a node refuses for is its own affair. */
function isRevert(error: unknown): boolean {
  if (!hasCode(error, 'bad_envelope')) return false
  const { rpcCode, description } = (error as { context: Record<string, unknown> }).context
  return rpcCode === 3 || /revert/i.test(String(description))
}
