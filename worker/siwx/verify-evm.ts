/**
 * Signatures of EVM accounts: by a key (EIP-191), by what the account's contract says (EIP-1271), also of one that is not
 * there yet (ERC-6492), and of a key whose account has code (EIP-7702). viem's own `verifyMessage` says "invalid" when a node
 * cannot be asked, which is "unknown" here.
 *
 *   key of the account ── yes ──▶ valid
 *     └── no ──▶ the account has code ── yes ──▶ its own isValidSignature ── no, and wrapped ──┐
 *                   └── no ──▶ wrapped (ERC-6492) ── yes ──▶ validator, in creation code ◀─────┘
 *                                └── no ──▶ invalid
 */
import {
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isErc6492Signature,
  isHex,
  parseAbi,
  parseErc6492Signature,
  recoverAddress,
  size,
} from 'viem'
import { hasCode, toErrorRecord } from '../../src/core/base/errors.ts'
import { parseOrNone } from '../../src/core/contract/schemas.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/contract/protocol.ts'
import type { CommandContext } from '../base/context.ts'
import { toAddress } from '../evm/contract.ts'
import { openRpc, quantity, type Rpc } from '../http/rpc.ts'

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
  if (signer === account) return { outcome: 'valid' }
  const rpc = openRpc(context, caipNetworkId, context.signal)
  const isValid = rpc && (await askChain(account, hash, bytes, rpc))
  if (isValid === undefined) return { outcome: 'unknown' }
  return isValid ? { outcome: 'valid' } : { outcome: 'invalid', fault: signer ? 'signer' : 'signature' }
}

/** Undefined where the node's answers do not say. */
async function askChain(account: Hex, hash: Hex, signature: Hex, rpc: Rpc): Promise<boolean | undefined> {
  const isContract = await hasContract(account, rpc)
  const wrapped = unwrap(signature)
  // The validator asks a contract that is there as well, but reads the last word of every signature.
  if (isContract === undefined && size(signature) >= WORD) return askValidator(account, hash, signature, rpc)
  if (isContract === false) return wrapped ? askValidator(account, hash, signature, rpc) : false
  const isValid = await askContract(account, hash, wrapped ?? signature, rpc)
  // The contract may have to be brought up to date first, as the wrapping says.
  return isValid === false && wrapped ? askValidator(account, hash, signature, rpc) : isValid
}

/** Undefined where the node does not say. @throws http_… where it cannot be asked */
async function hasContract(account: Hex, rpc: Rpc): Promise<boolean | undefined> {
  try {
    const code = await rpc('eth_getCode', [account, 'latest'])
    return isHex(code) ? size(code) > 0 : undefined
  } catch (error) {
    if (toErrorRecord(error).code.startsWith('http_')) throw error
    return undefined
  }
}

/** Bytes. */
const WORD = 32

/** What the contract takes, where it is wrapped in how the contract is made. */
function unwrap(signature: Hex): Hex | undefined {
  try {
    return isErc6492Signature(signature) ? parseErc6492Signature(signature).signature : undefined
  } catch {
    return undefined
  }
}

const erc1271Abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])

/** @see https://eips.ethereum.org/EIPS/eip-1271 */
async function askContract(account: Hex, hash: Hex, signature: Hex, rpc: Rpc): Promise<boolean | undefined> {
  const args = [hash, signature] as const
  const data = encodeFunctionData({ abi: erc1271Abi, functionName: 'isValidSignature', args })
  const answer = await ask(rpc, { to: account, data })
  if (answer === REVERTED) return false
  if (!isHex(answer) || answer.length % 2 !== 0) return undefined
  // A contract that agrees gives the selector back.
  return answer.slice(0, 66).toLowerCase() === data.slice(0, 10).padEnd(66, '0')
}

/** Creation code that returns the word 1. */
const PROBE = '0x600160005260206000f3'

/**
 * Runs the validator as creation code in an `eth_call`, so nothing is deployed. Nodes that cannot run creation code,
 * such as those of the ZK Stack, prove nothing about the signature.
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
async function askValidator(account: Hex, hash: Hex, signature: Hex, rpc: Rpc): Promise<boolean | undefined> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [account, hash, signature],
  })
  const answer = await ask(rpc, { data })
  if (answer !== REVERTED) return readFlag(answer)
  return readFlag(await ask(rpc, { data: PROBE })) ? false : undefined
}

const REVERTED = Symbol('reverted')

async function ask(rpc: Rpc, call: { to?: Hex; data: Hex }): Promise<unknown> {
  try {
    return await rpc('eth_call', [call, 'latest'])
  } catch (error) {
    if (isRevert(error)) return REVERTED
    throw error
  }
}

/** Undefined for what is no number. */
function readFlag(answer: unknown): boolean | undefined {
  const number = parseOrNone(quantity, answer)
  return number === undefined ? undefined : number === 1n
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
  return rpcCode === 3 || /revert|invalid opcode|bad instruction/i.test(String(description))
}
