/**
 * Verifies signatures of EVM accounts: of a key (EIP-191), also if the key's account has code (EIP-7702), and of a contract
 * (EIP-1271), also before it is deployed (ERC-6492). If the node is unavailable, the result is `unknown`; viem's
 * `verifyMessage` would say that the signature is invalid.
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

/** Rejects if the network's node is unavailable. */
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

/** Whether the account's contract accepts the signature. Undefined if the node's answers are unusable. */
async function askChain(account: Hex, hash: Hex, signature: Hex, rpc: Rpc): Promise<boolean | undefined> {
  const isContract = await hasContract(account, rpc)
  const wrapped = unwrap(signature)
  // If it is unknown whether the account has code, ask the validator: it can check both a plain account and a contract.
  // But it reads the last word (32 bytes) of the signature, so it cannot check a shorter signature.
  if (isContract === undefined && size(signature) >= WORD) return askValidator(account, hash, signature, rpc)
  if (isContract === false) return wrapped ? askValidator(account, hash, signature, rpc) : false
  const isValid = await askContract(account, hash, wrapped ?? signature, rpc)
  // A deployed contract may need the call in the wrapper first, for example to be upgraded.
  return isValid === false && wrapped ? askValidator(account, hash, signature, rpc) : isValid
}

/**
 * Whether the account has code. Undefined if the node's answer is unusable. @throws http_… if the node is unavailable
 */
async function hasContract(account: Hex, rpc: Rpc): Promise<boolean | undefined> {
  try {
    const code = await rpc('eth_getCode', [account, 'latest'])
    return isHex(code) ? size(code) > 0 : undefined
  } catch (error) {
    if (toErrorRecord(error).code.startsWith('http_')) throw error
    return undefined
  }
}

/** Length of a word of the EVM, in bytes. */
const WORD = 32

/**
 * The inner signature of an ERC-6492 wrapper, which also contains the call that deploys the contract. Undefined if the
 * signature is not wrapped.
 */
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

/** Asks the contract whether it accepts the signature. @see https://eips.ethereum.org/EIPS/eip-1271 */
async function askContract(account: Hex, hash: Hex, signature: Hex, rpc: Rpc): Promise<boolean | undefined> {
  const args = [hash, signature] as const
  const data = encodeFunctionData({ abi: erc1271Abi, functionName: 'isValidSignature', args })
  const answer = await ask(rpc, { to: account, data })
  if (answer === REVERTED) return false
  if (!isHex(answer) || answer.length % 2 !== 0) return undefined
  // A contract that accepts the signature returns the function's selector.
  return answer.slice(0, 66).toLowerCase() === data.slice(0, 10).padEnd(66, '0')
}

/** Creation code that returns the word 1, to find out whether the node runs creation code. */
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

/** True for the number 1; undefined if the answer is not a number. */
function readFlag(answer: unknown): boolean | undefined {
  const number = parseOrNone(quantity, answer)
  return number === undefined ? undefined : number === 1n
}

/** Address of the key that signed, in lower case; undefined if no key can be recovered. */
async function findSigner(signature: Hex, hash: Hex): Promise<string | undefined> {
  // The last byte is 27 or 28; some wallets return 0 or 1.
  if (size(signature) !== 65 || !/(?:0[01]|1[bc])$/.test(signature)) return undefined
  return recoverAddress({ hash, signature }).then(toAddress, () => undefined)
}

/** Whether the contract reverted. Other errors of a node say nothing about the signature. */
function isRevert(error: unknown): boolean {
  if (!hasCode(error, 'bad_envelope')) return false
  const { rpcCode, description } = (error as { context: Record<string, unknown> }).context
  return rpcCode === 3 || /revert|invalid opcode|bad instruction/i.test(String(description))
}
