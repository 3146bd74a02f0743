/**
 * What a transaction asks of a token's contract, by its calldata: who gets what, or who may take what. The few functions
 * are decoded by hand; they begin with the same one or two words.
 * @see https://eips.ethereum.org/EIPS/eip-20 https://eips.ethereum.org/EIPS/eip-721 https://eips.ethereum.org/EIPS/eip-1155
 */
import { toWord, TRANSFER } from '../http/rpc.ts'
import { TRANSFER_BATCH, TRANSFER_SINGLE } from '../nfts/chain.ts'

/** Addresses in lower case. */
export type TokenCall =
  | { kind: 'transfer'; from: string; to: string }
  /** `value`: base units of a token, or the id of an NFT. */
  | { kind: 'approval'; spender: string; value: bigint }
  /** Of every NFT of the contract. */
  | { kind: 'approvalForAll'; spender: string; isAllowed: boolean }

/** An event that a contract wrote, as a receipt holds it. */
export interface Log {
  address: string
  topics: readonly string[]
}

/** Undefined for every other function, and for words that are no addresses. @param signer who called, in lower case */
export function decodeCall(input: string, signer: string): TokenCall | undefined {
  const words = input.slice(10).match(/[0-9a-f]{64}/gi) ?? []
  const first = toAddress(words[0])
  const second = words[1]
  if (!first || !second) return undefined
  const selector = input.slice(0, 10).toLowerCase()
  if (selector === APPROVE) return { kind: 'approval', spender: first, value: BigInt(`0x${second}`) }
  if (selector === APPROVE_ALL) {
    const flag = BigInt(`0x${second}`)
    return flag > 1n ? undefined : { kind: 'approvalForAll', spender: first, isAllowed: flag === 1n }
  }
  if (selector === SEND) return { kind: 'transfer', from: signer, to: first }
  const to = SEND_FROM.has(selector) && words.length > 2 ? toAddress(second) : undefined
  return to ? { kind: 'transfer', from: first, to } : undefined
}

/** The event with which the contract says that it did so. @param contract in lower case */
export function findEvent(call: TokenCall, contract: string, logs: readonly Log[]): Log | undefined {
  return logs.find(({ address, topics }) => {
    const [event, first, second, third] = topics
    if (address !== contract) return false
    if (call.kind === 'transfer') {
      const isSeries = event === TRANSFER_SINGLE || event === TRANSFER_BATCH
      const [from, to] = isSeries ? [second, third] : [first, second]
      return (isSeries || event === TRANSFER) && isWordOf(from, call.from) && isWordOf(to, call.to)
    }
    return (
      event === (call.kind === 'approval' ? APPROVAL : APPROVAL_FOR_ALL) && isWordOf(second, call.spender)
    )
  })
}

/** `transfer(address,uint256)` */
const SEND = '0xa9059cbb'
/**
 * Whatever begins with from and to: `transferFrom` of ERC-20 and ERC-721, both `safeTransferFrom` of ERC-721, and
 * `safeTransferFrom` and `safeBatchTransferFrom` of ERC-1155.
 */
const SEND_FROM = new Set(['0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6'])
/** `approve(address,uint256)` and `setApprovalForAll(address,bool)` */
const APPROVE = '0x095ea7b3'
const APPROVE_ALL = '0xa22cb465'

/** Topics of `Approval(address,address,uint256)` and `ApprovalForAll(address,address,bool)`. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/** A word that is an address has nothing before it. */
function toAddress(word: string | undefined): string | undefined {
  return word?.startsWith('0'.repeat(24)) ? `0x${word.slice(24).toLowerCase()}` : undefined
}

function isWordOf(word: string | undefined, address: string): boolean {
  return word === `0x${toWord(BigInt(address))}`
}
