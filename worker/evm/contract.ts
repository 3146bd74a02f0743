/**
 * Calls and events of contracts: viem encodes and decodes, and Billfold's own node client sends. Decoded data is encoded
 * again and compared, since a decoder ignores superfluous bytes: digits before an address, bytes after the last word.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */
import * as v from 'valibot'
import {
  type Abi,
  type Address,
  type ContractEventName,
  type ContractFunctionArgs,
  type ContractFunctionName,
  decodeEventLog,
  type DecodeEventLogReturnType,
  decodeFunctionData,
  type DecodeFunctionDataReturnType,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  isHex,
  type ReadContractParameters,
  type ReadContractReturnType,
} from 'viem'
import { type BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import { parseOrNone } from '../../src/core/contract/schemas.ts'
import { type Rpc, unusable } from '../http/rpc.ts'

type View = 'pure' | 'view'

type ContractCall<
  A extends Abi,
  Name extends ContractFunctionName<A, View>,
  Args extends ContractFunctionArgs<A, View, Name>,
> = Pick<ReadContractParameters<A, Name, Args>, 'abi' | 'address' | 'functionName' | 'args'>

/** @throws the node's error, or bad_envelope for an answer that does not match the function */
export async function readContract<
  const A extends Abi,
  Name extends ContractFunctionName<A, View>,
  const Args extends ContractFunctionArgs<A, View, Name>,
>(rpc: Rpc, call: ContractCall<A, Name, Args>): Promise<ReadContractReturnType<A, Name, Args>> {
  const data = encodeFunctionData(call as Parameters<typeof encodeFunctionData>[0])
  const answer = await rpc('eth_call', [{ to: call.address, data }, 'latest'])
  if (!isHex(answer)) throw unusable('eth_call')
  const result = decodeResult(call as AnyCall, readHex(answer))
  if (result === undefined) throw unusable('eth_call')
  return result as ReadContractReturnType<A, Name, Args>
}

/**
 * Undefined if the contract reverts, gives another answer, or has no code.
 * @throws the node's error, and bad_envelope if its answer is malformed
 */
export async function readContractOrNone<
  const A extends Abi,
  Name extends ContractFunctionName<A, View>,
  const Args extends ContractFunctionArgs<A, View, Name>,
>(rpc: Rpc, call: ContractCall<A, Name, Args>): Promise<ReadContractReturnType<A, Name, Args> | undefined> {
  const data = encodeFunctionData(call as Parameters<typeof encodeFunctionData>[0])
  let answer: unknown
  try {
    answer = await rpc('eth_call', [{ to: call.address, data }, 'latest'])
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
  if (!isHex(answer)) throw unusable('eth_call')
  return decodeResult(call as AnyCall, readHex(answer)) as ReadContractReturnType<A, Name, Args> | undefined
}

interface AnyCall {
  abi: Abi
  functionName: string
}

/** Contracts encode the same text in several ways, so texts alone are not compared. */
function decodeResult({ abi, functionName }: AnyCall, data: Hex): unknown {
  const result = attempt(() => decodeFunctionResult({ abi, functionName, data }))
  if (result === undefined || (typeof result === 'string' && !isHex(result))) return result
  return attempt(() => encodeFunctionResult({ abi, functionName, result })) === data ? result : undefined
}

/** Undefined for a call of another function, and for an ambiguous one. */
export function decodeCall<const A extends Abi>(
  abi: A,
  data: unknown,
): DecodeFunctionDataReturnType<A> | undefined {
  const call = attempt(() => decodeFunctionData({ abi: abi as Abi, data: readHex(data) }))
  const again = call && attempt(() => encodeFunctionData({ abi: abi as Abi, ...call }))
  return again === readHex(data) ? (call as DecodeFunctionDataReturnType<A> | undefined) : undefined
}

const logShape = v.object({ address: v.string(), topics: v.array(v.unknown()), data: v.unknown() })

/** Decodes an event with numbers and addresses only. Undefined for other events and invalid logs. */
export function decodeLog<const A extends Abi, Name extends ContractEventName<A>>(
  abi: A,
  eventName: Name,
  log: unknown,
): (DecodeEventLogReturnType<A, Name> & { address: Address }) | undefined {
  const { address, topics, data } = parseOrNone(logShape, log) ?? {}
  if (!isHex(address) || !topics) return undefined
  const words = topics.map(readHex) as [Hex, ...Hex[]]
  const event = attempt(() =>
    decodeEventLog({ abi: abi as Abi, eventName, topics: words, data: readHex(data) }),
  ) as { args: Record<string, unknown> } | undefined
  const item = (abi as Abi).find((one) => one.type === 'event' && one.name === eventName)
  if (!event || item?.type !== 'event') return undefined
  const rest = item.inputs.filter(({ indexed }) => !indexed)
  const isExact =
    `${words}` === `${encodeEventTopics({ abi: abi as Abi, eventName, args: event.args as never })}` &&
    readHex(data) ===
      encodeAbiParameters(
        rest,
        rest.map(({ name = '' }) => event.args[name]),
      )
  return isExact ? ({ ...event, address: toAddress(address) } as never) : undefined
}

/** In lower case for comparisons; viem reads upper case as a checksum. */
export function toAddress(address: string): Address {
  return address.toLowerCase() as Address
}

/** In lower case; `0x` for text that is not hexadecimal. */
function readHex(value: unknown): Hex {
  return isHex(value) ? (value.toLowerCase() as Hex) : '0x'
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Whether the contract reverted. Nodes report it in these ways; their other errors are about themselves: -32005 and 429 (too
 * many requests), -32603 (internal), time-outs, "out of gas" above their own limit.
 *
 *   3       execution reverted                                geth, erigon, reth, besu, anvil, Alchemy, Infura
 *   -32000  execution reverted · VM Exception … revert        older ones, ganache
 *   -32000  invalid opcode · invalid jump destination         contracts from before there was a revert
 *   -32015  VM execution error, data `Reverted 0x…`           nethermind, OpenEthereum
 *   any     data that begins as Error(string) or Panic(uint256)
 */
function isRevert(error: unknown): boolean {
  if (!hasCode(error, 'bad_envelope')) return false
  const { rpcCode, description = '', rpcData = '' } = (error as BillfoldError).context
  if (rpcCode === 3 || /^(?:Reverted )?0x(?:08c379a0|4e487b71)/i.test(String(rpcData))) return true
  if (rpcCode === -32000) return /revert|invalid (?:opcode|jump)/i.test(String(description))
  return rpcCode === -32015 && /revert/i.test(`${description} ${rpcData}`)
}
