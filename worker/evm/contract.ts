/**
 * Calls contracts, and decodes their events. viem encodes and decodes; Billfold's own code sends. Decoded data is encoded
 * again and compared, since a decoder ignores superfluous bytes, such as those before an address or after the last word.
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

/**
 * Calls a function of a contract. @throws the node's error, or bad_envelope for an answer that does not match the function
 */
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
 * Calls a function of a contract. Undefined if the contract reverts, has no code, or its answer does not match the
 * function.
 * @throws the node's error, and bad_envelope if the node's answer is malformed
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

/**
 * Decodes the result of a call; undefined if the result does not match the function. Texts are not encoded again, since
 * contracts encode the same text in several ways.
 */
function decodeResult({ abi, functionName }: AnyCall, data: Hex): unknown {
  const result = attempt(() => decodeFunctionResult({ abi, functionName, data }))
  if (result === undefined || (typeof result === 'string' && !isHex(result))) return result
  return attempt(() => encodeFunctionResult({ abi, functionName, result })) === data ? result : undefined
}

/**
 * Decodes calldata. Undefined for a call of another function, or if encoding the decoded call gives bytes other than
 * `data`.
 */
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

/** The address in lower case, for comparisons; viem would reject upper case with an invalid checksum. */
export function toAddress(address: string): Address {
  return address.toLowerCase() as Address
}

/** The hexadecimal text in lower case; `0x` for any other value. */
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
 * Whether the contract reverted, which nodes report in the ways below. Other errors come from the node itself: -32005 and
 * 429 (too many requests), -32603 (internal), timeouts, "out of gas" above the node's own limit.
 *
 *   3       execution reverted                                geth, erigon, reth, besu, anvil, Alchemy, Infura
 *   -32000  execution reverted · VM Exception … revert        older nodes, ganache
 *   -32000  invalid opcode · invalid jump destination         contracts older than `revert`
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
