/**
 * Decodes a call of a token's contract: sender and receiver of a transfer, or spender and amount of an approval.
 * @see https://eips.ethereum.org/EIPS/eip-20 https://eips.ethereum.org/EIPS/eip-721 https://eips.ethereum.org/EIPS/eip-1155
 */
import {
  type Address,
  decodeFunctionData,
  encodeEventTopics,
  encodeFunctionData,
  erc1155Abi,
  erc20Abi,
  erc721Abi,
  type Hex,
  parseAbi,
} from 'viem'
import { toAddress } from '../../evm/contract.ts'
import type { Log } from './read-transaction.ts'

/** A decoded call; its addresses are in lower case. */
export type TokenCall =
  | { kind: 'transfer'; from: string; to: string }
  /** `value`: base units of a token, or the id of an NFT. */
  | { kind: 'approval'; spender: string; value: bigint }
  /** Allows or forbids the spender to move every NFT of this contract. */
  | { kind: 'approvalForAll'; spender: string; isAllowed: boolean }

/** Decode only these functions, since decoding the long lists of other calls could take seconds. */
const abi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function setApprovalForAll(address operator, bool isApproved)',
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
])
/**
 * Upper limit of calldata, in characters. Networks accept transactions of at most 128 kB, so longer calldata from a node is
 * wrong.
 */
export const MAX_INPUT = 300_000
/**
 * Characters of the calldata up to the end of the second word: `0x`, the selector, and two words, in which sender, receiver
 * and spender stand.
 */
const HEAD = '0x'.length + 8 + 2 * 64

/**
 * The decoded call. Undefined for a function that is not in `abi`, and for words that are not addresses.
 * @param signer sender of the call, in lower case
 */
export function decodeTokenCall(input: string, signer: string): TokenCall | undefined {
  if (input.length > MAX_INPUT) return undefined
  const data = input.toLowerCase() as Hex
  try {
    const call = decodeFunctionData({ abi, data })
    // The decoder ignores the first 12 bytes of an address word. In a valid call they are 0, so encoding the call again
    // must return the same text.
    if (encodeFunctionData({ abi, ...call }).slice(0, HEAD) !== data.slice(0, HEAD)) return undefined
    switch (call.functionName) {
      case 'approve':
        return { kind: 'approval', spender: toAddress(call.args[0]), value: call.args[1] }
      case 'setApprovalForAll':
        return { kind: 'approvalForAll', spender: toAddress(call.args[0]), isAllowed: call.args[1] }
      case 'transfer':
        return { kind: 'transfer', from: signer, to: toAddress(call.args[0]) }
      case 'transferFrom':
      case 'safeTransferFrom':
      case 'safeBatchTransferFrom':
        return { kind: 'transfer', from: toAddress(call.args[0]), to: toAddress(call.args[1]) }
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}

/** The event by which the contract confirms the call. @param contract in lower case */
export function findEvent(call: TokenCall, contract: string, logs: readonly Log[]): Log | undefined {
  const events = toEvents(call)
  return logs.find(
    ({ address, topics }) =>
      address === contract &&
      events.some((event) => event.every((topic, index) => topic === null || topic === topics[index])),
  )
}

/** The topics of each event that would confirm the call; null stands for any value. */
function toEvents(call: TokenCall) {
  switch (call.kind) {
    case 'transfer': {
      const args = { from: call.from as Address, to: call.to as Address }
      return [
        encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args }),
        encodeEventTopics({ abi: erc1155Abi, eventName: 'TransferSingle', args }),
        encodeEventTopics({ abi: erc1155Abi, eventName: 'TransferBatch', args }),
      ]
    }
    case 'approval': {
      const args = { spender: call.spender as Address }
      return [encodeEventTopics({ abi: erc20Abi, eventName: 'Approval', args })]
    }
    case 'approvalForAll': {
      const args = { operator: call.spender as Address }
      return [encodeEventTopics({ abi: erc721Abi, eventName: 'ApprovalForAll', args })]
    }
  }
}
