/**
 * Reads approvals from transaction receipts, and the current allowances from the tokens' contracts. Receipts are not
 * trusted: they only tell which token and spender to ask the contract about.
 * @see https://eips.ethereum.org/EIPS/eip-20
 */
import * as v from 'valibot'
import { erc20Abi } from 'viem'
import { type CaipAddress, formatCaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { MAX_DECIMALS } from '../../../src/core/text/amount.ts'
import { plainText } from '../../../src/core/text/text.ts'
import type { Allowance } from '../../../src/core/payments/allowance.ts'
import { decodeLog, readContractOrNone, toAddress } from '../../evm/contract.ts'
import { fetchDecimals, fetchTokenBalance, fetchTokenNames } from '../../evm/token.ts'
import { readAnswer, type Rpc } from '../../http/rpc.ts'
import { knownTokens } from '../../portfolio/known-tokens.ts'
import { readInnerResult } from '../sent/compare-receipt.ts'

/** A token contract and a spender, as addresses in lower case. */
export interface Approval {
  token: string
  spender: string
}

/** Upper limit of a token symbol, in characters. Longer symbols are cut. */
const MAX_SYMBOL_LENGTH = 16
const MAX_APPROVALS = 20
/** Upper limit of events that are read from one receipt. */
const MAX_LOGS = 1_000

const receipt = v.nullable(v.object({ from: v.string(), logs: v.array(v.unknown()) }))

/**
 * The approvals of this account in a transaction. Null if the node does not know the transaction. Empty if somebody
 * else signed the transaction, since any contract can emit an approval event in the account's name. Exception: the
 * transaction carried out a call of this account.
 * @throws the node's error
 */
export async function fetchApprovals(
  rpc: Rpc,
  hash: string,
  address: string,
): Promise<readonly Approval[] | null> {
  const method = 'eth_getTransactionReceipt'
  const read = readAnswer(receipt, await rpc(method, [hash]), method)
  if (!read) return null
  const own = toAddress(address)
  const logs = read.logs.slice(0, MAX_LOGS).filter((log) => isAbout(log, own))
  const isOwn = toAddress(read.from) === own || logs.some((log) => readInnerResult(log, own)?.isDone)
  if (!isOwn) return []
  return logs
    .flatMap((log) => {
      const event = decodeLog(erc20Abi, 'Approval', log)
      if (!event || toAddress(event.args.owner) !== own) return []
      return [{ token: event.address, spender: toAddress(event.args.spender) }]
    })
    .slice(0, MAX_APPROVALS)
}

/**
 * Whether the account's address occurs in the event. Events without the address are not decoded, since decoding an
 * event computes several hashes.
 */
function isAbout(log: unknown, own: string): boolean {
  const { address, topics } = (log ?? {}) as { address?: unknown; topics?: unknown }
  const texts = [address, ...(Array.isArray(topics) ? (topics as unknown[]) : [])]
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().endsWith(own.slice(2)))
}

/** The current allowance. Undefined if it is 0 or the contract is not a token. @throws the node's error */
export async function fetchAllowance(
  rpc: Rpc,
  account: CaipAddress,
  { token, spender }: Approval,
): Promise<Allowance | undefined> {
  const { caipNetworkId, address: own } = parseCaipAddress(account)
  const contract = toAddress(token)
  const amount = await readContractOrNone(rpc, {
    abi: erc20Abi,
    address: contract,
    functionName: 'allowance',
    args: [toAddress(own), toAddress(spender)],
  })
  if (!amount) return undefined
  const maybe = <T>(answer: Promise<T>) => answer.catch(() => undefined)
  const [balance, decimals, symbol] = await Promise.all([
    maybe(fetchTokenBalance(rpc, contract, own)),
    maybe(fetchDecimals(rpc, contract)),
    getKnownSymbol(caipNetworkId, contract) ??
      maybe(fetchTokenNames(rpc, contract).then((one) => one.symbol)),
  ])
  return {
    token: formatCaipAddress(caipNetworkId, contract) as CaipAddress,
    spender: toChecksumAddress(spender),
    symbol: plainText(symbol ?? '', MAX_SYMBOL_LENGTH),
    ...(decimals !== undefined && decimals <= BigInt(MAX_DECIMALS) && { decimals: Number(decimals) }),
    amount,
    ...(balance !== undefined && { balance }),
  }
}

/** The symbol of a known token, from Billfold's own list, which the token's issuer cannot change. */
function getKnownSymbol(caipNetworkId: string, contract: string): string | undefined {
  const known = Object.entries(knownTokens[caipNetworkId] ?? {})
  return known.find(([, contracts]) => contracts.some((one) => toAddress(one) === contract))?.[0]
}
