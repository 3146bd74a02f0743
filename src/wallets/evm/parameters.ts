/**
 * Checks the parameters of a page's request to an EVM wallet: their shape, and that they name only the accounts and the
 * network that the page sees (F14).
 */
import * as v from 'valibot'
import { isNodeRead } from '../../core/chains/node-methods.ts'
import { evmAddress, parseOrNone, recordOf } from '../../core/contract/schemas.ts'
import type { RequestArguments } from './eip1193.ts'
import { rpcError } from './rpc-error.ts'

export type Parameters = RequestArguments['params']

/** The accounts and network that a wallet shares with the page. */
export interface EvmState {
  /** Shared addresses, the active one first. Empty if none is shared. */
  addresses: readonly string[]
  /** EIP-155 id of the network. Absent without a network. */
  chainId?: number | undefined
}

/** @throws -32602 for a malformed parameter, 4100 for another account, 4901 for another network */
export function checkParameters(method: string, params: Parameters, state: EvmState, wallet: string): void {
  const check = Object.hasOwn(checks, method) ? checks[method] : isNodeRead(method) ? undefined : checkNamed
  check?.(params, { ...state, method, wallet })
}

interface Asked extends EvmState {
  method: string
  wallet: string
}

const hex = v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i))
/** Older libraries write 0 as `0x`. */
const quantity = v.union([
  v.pipe(v.string(), v.regex(/^0x[0-9a-f]{0,64}$/i)),
  v.pipe(v.bigint(), v.minValue(0n)),
])
const text = v.pipe(v.string(), v.nonEmpty())
/** Chain id as EIP-695 requires it: a hexadecimal string without leading zeros. */
const chainId = v.pipe(
  v.string(),
  v.regex(/^0x[1-9a-f][0-9a-f]{0,13}$/i),
  v.check((id) => Number.isSafeInteger(Number(id))),
)

/** @see https://ethereum.github.io/execution-apis/ GenericTransaction */
const transaction = v.looseObject({
  from: v.nullish(text),
  to: v.nullish(evmAddress),
  chainId: v.nullish(chainId),
  data: v.nullish(hex),
  input: v.nullish(hex),
  value: v.nullish(quantity),
  gas: v.nullish(quantity),
  gasLimit: v.nullish(quantity),
  gasPrice: v.nullish(quantity),
  maxFeePerGas: v.nullish(quantity),
  maxPriorityFeePerGas: v.nullish(quantity),
  nonce: v.nullish(quantity),
})
/** @see https://eips.ethereum.org/EIPS/eip-5792 */
const calls = v.looseObject({
  version: text,
  from: v.nullish(text),
  chainId,
  calls: v.pipe(
    v.array(v.looseObject({ to: v.nullish(evmAddress), data: v.nullish(hex), value: v.nullish(quantity) })),
    v.nonEmpty(),
  ),
})
/** @see https://eips.ethereum.org/EIPS/eip-3085 */
const network = v.looseObject({
  chainId,
  chainName: v.optional(text),
  rpcUrls: v.optional(v.pipe(v.array(v.pipe(v.string(), v.url())), v.nonEmpty())),
  nativeCurrency: v.optional(
    v.looseObject({
      name: v.string(),
      symbol: text,
      decimals: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  ),
})
/** @see https://eips.ethereum.org/EIPS/eip-747 */
const asset = v.looseObject({ type: text, options: v.looseObject({ address: evmAddress }) })
/** @see https://eips.ethereum.org/EIPS/eip-2255 */
const permissions = recordOf(recordOf(v.unknown()))

const checks: Readonly<Record<string, (params: Parameters, asked: Asked) => void>> = {
  personal_sign: (params, asked) => checkSigner(params, asked, [1, 0]),
  eth_sign: (params, asked) => checkSigner(params, asked, [0]),
  // In the first version of this method, the data may come before the address.
  eth_signTypedData: (params, asked) => checkSigner(params, asked, [0, 1]),
  eth_signTypedData_v3: (params, asked) => checkSigner(params, asked, [0]),
  eth_signTypedData_v4: (params, asked) => checkSigner(params, asked, [0]),
  eth_sendTransaction: checkTransaction,
  eth_signTransaction: checkTransaction,
  wallet_sendCalls(params, asked) {
    const sent = readFirst(
      calls,
      params,
      asked,
      '[{ version, chainId, from?, calls }], with `chainId` in hex',
    )
    assertShared(sent.from, asked)
    assertHere(sent.chainId, asked)
  },
  wallet_getCapabilities(params, asked) {
    assertShared(readFirst(evmAddress, params, asked, '[address, chainIds?]'), asked)
  },
  wallet_getCallsStatus: (params, asked) => void readFirst(text, params, asked, '[id]'),
  wallet_showCallsStatus: (params, asked) => void readFirst(text, params, asked, '[id]'),
  wallet_addEthereumChain: (params, asked) =>
    void readFirst(
      network,
      params,
      asked,
      '[{ chainId, chainName, nativeCurrency, rpcUrls }], with `chainId` in hex',
    ),
  wallet_watchAsset(params, { method }) {
    if (!parseOrNone(asset, params)) throw malformed(method, '{ type, options: { address } }')
  },
}

function checkTransaction(params: Parameters, asked: Asked): void {
  const sent = readFirst(transaction, params, asked, '[transaction], with quantities and `chainId` in hex')
  assertShared(sent.from, asked)
  assertHere(sent.chainId, asked)
}

/** Fields that hold an account, in methods that `checks` does not list. */
const OWNERS = ['from', 'account', 'sender']
/** Methods whose `address` is also an account: ERC-7715, ERC-7871. */
const ADDRESS_IS_OWNER = /^wallet_(?:(?:grant|revoke|request(?:Execution)?)Permissions|sign)$/

/** Checks the accounts and networks in the parameters of methods that `checks` does not list, in any common format. */
function checkNamed(params: Parameters, asked: Asked): void {
  const list: readonly unknown[] = Array.isArray(params) ? (params as unknown[]) : [params]
  const owners = ADDRESS_IS_OWNER.test(asked.method) ? [...OWNERS, 'address'] : OWNERS
  for (const one of list.flat()) {
    const fields = parseOrNone(recordOf(v.unknown()), one) ?? {}
    for (const owner of owners) {
      const account = fields[owner]
      // In a CAIP-10 id, the address is the last part.
      if (typeof account === 'string') assertShared(account.slice(account.lastIndexOf(':') + 1), asked)
    }
    const id = fields['chainId']
    // In a CAIP-2 id of an EVM network, the number is the last part.
    if (typeof id === 'string') assertHere(id.slice(id.lastIndexOf(':') + 1), asked)
    if (typeof id === 'number' || typeof id === 'bigint') assertHere(String(id), asked)
  }
}

/**
 * @param places indexes at which the signer may stand, the usual one first; the other parameters are the data to sign
 */
function checkSigner(params: Parameters, asked: Asked, places: readonly number[]): void {
  const list = Array.isArray(params) ? (params as unknown[]) : []
  const signer = places.map((at) => parseOrNone(evmAddress, list[at])).find((found) => found !== undefined)
  if (list.length < 2 || signer === undefined) {
    const order = places[0] === 1 ? '[message, address]' : '[address, data]'
    throw malformed(asked.method, order)
  }
  assertShared(signer, asked)
}

function assertShared(address: string | null | undefined, { addresses, wallet }: Asked): void {
  const isIt = (shared: string) => shared.toLowerCase() === address?.toLowerCase()
  if (address === undefined || address === null || addresses.some(isIt)) return
  throw rpcError(4100, `${wallet} does not share ${address} with this page.`)
}

function assertHere(id: string | null | undefined, { chainId: here, wallet }: Asked): void {
  if (id === undefined || id === null || Number(id) === here) return
  throw rpcError(
    4901,
    `${wallet} is on the network ${here} for this page, not on ${Number(id) || id}. Switch with wallet_switchEthereumChain first.`,
  )
}

function readFirst<const Shape extends v.GenericSchema>(
  shape: Shape,
  params: Parameters,
  { method }: Pick<Asked, 'method'>,
  what: string,
): v.InferOutput<Shape> {
  const read = Array.isArray(params)
    ? parseOrNone(v.object({ first: shape }), { first: (params as unknown[])[0] })
    : undefined
  if (!read) throw malformed(method, what)
  return (read as { first: v.InferOutput<Shape> }).first
}

/** Chain id in the parameters of `wallet_switchEthereumChain` (EIP-3326). @throws -32602 */
export function readChainId(method: string, params: Parameters): number {
  return Number(readFirst(v.looseObject({ chainId }), params, { method }, '[{ chainId }], in hex').chainId)
}

/** EIP-2255: `eth_accounts` is the only permission that Billfold supports. @throws -32602, 4200 */
export function checkPermissions(method: string, params: Parameters): void {
  const asked = readFirst(permissions, params, { method }, '[{ eth_accounts: {} }]')
  if (Object.keys(asked).length === 0) throw malformed(method, '[{ eth_accounts: {} }]')
  const others = Object.keys(asked).filter((name) => name !== 'eth_accounts')
  const isRevoked = method === 'wallet_revokePermissions' && Object.hasOwn(asked, 'eth_accounts')
  // In a revocation, ignore permissions besides `eth_accounts`: they do not exist.
  if (others.length === 0 || isRevoked) return
  throw rpcError(
    4200,
    `Unknown permission ${others.join(', ').slice(0, 100)}. The only permission is eth_accounts.`,
  )
}

const revocation = v.object({ pci: text, eth_accounts: v.optional(v.never()) })

/**
 * Whether the parameters of `wallet_revokePermissions` name a smart session (ERC-7715), not a site permission
 * (EIP-2255).
 */
export function namesSmartSession(params: Parameters): boolean {
  return Array.isArray(params) && v.is(revocation, (params as unknown[])[0])
}

/** The parameters as a JSON list. @throws -32602 */
export function readList(method: string, params: Parameters): readonly unknown[] {
  const plain = toPlain(method, params)
  if (Array.isArray(plain)) return plain as unknown[]
  throw malformed(method, 'an array of parameters')
}

/** The parameters as plain JSON, with bigints in hex. @throws -32602 */
export function toPlain(method: string, params: Parameters = []): readonly unknown[] | object {
  const toHex = (_: string, part: unknown) => (typeof part === 'bigint' ? `0x${part.toString(16)}` : part)
  try {
    return JSON.parse(JSON.stringify(params, toHex)) as readonly unknown[] | object
  } catch {
    throw rpcError(-32602, `The parameters of ${method} cannot be sent: they are not JSON.`)
  }
}

function malformed(method: string, what: string): Error {
  return rpcError(-32602, `${method} takes ${what}.`)
}

/** EIP-2255 permissions for the shared accounts. Empty if no account is shared. */
export function toPermissions(addresses: readonly string[]): object[] {
  if (addresses.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: [...addresses] }]
  return [{ invoker: location.origin, parentCapability: 'eth_accounts', caveats }]
}
