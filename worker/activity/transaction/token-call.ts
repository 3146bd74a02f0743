/**
 * Decodes a call to a token's contract: the receiver and amount of a transfer, or the spender and allowance.
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

/** Addresses in lower case. */
export type TokenCall =
  | { kind: 'transfer'; from: string; to: string }
  /** `value`: base units of a token, or the id of an NFT. */
  | { kind: 'approval'; spender: string; value: bigint }
  /** Of every NFT of the contract. */
  | { kind: 'approvalForAll'; spender: string; isAllowed: boolean }

/** Decode only these functions, since long lists in other calls would take seconds. */
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
/** Characters of a call. Networks take transactions of 128 kB at most, so a node that says more lies. */
export const MAX_INPUT = 300_000
/** Digits of the selector and the first two words, where sender, receiver and spender stand. */
const HEAD = '0x'.length + 8 + 2 * 64

/** Undefined for every other function, and for words that are no addresses. @param signer who called, in lower case */
export function decodeTokenCall(input: string, signer: string): TokenCall | undefined {
  if (input.length > MAX_INPUT) return undefined
  const data = input.toLowerCase() as Hex
  try {
    const call = decodeFunctionData({ abi, data })
    // A word that is an address has nothing before it.
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

/** The event with which the contract says that it did so. @param contract in lower case */
export function findEvent(call: TokenCall, contract: string, logs: readonly Log[]): Log | undefined {
  const events = toEvents(call)
  return logs.find(
    ({ address, topics }) =>
      address === contract &&
      events.some((event) => event.every((topic, index) => topic === null || topic === topics[index])),
  )
}

/** The first topics of each event that would say it; null where any is right. */
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
