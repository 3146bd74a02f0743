/**
 * Parses addresses that name their network, and links that request a payment. QR codes and the Copy buttons of wallets
 * contain such text in place of a bare address.
 *
 *   eth:0x…                                          EIP-3770, also with a name
 *   eip155:1:0x… · solana:5eyk…:7xKX…                CAIP-10
 *   ethereum:pay-0x…@1?value=1e18                    EIP-681
 *   ethereum:0xToken@1/transfer?address=0x…          EIP-681, a token
 *   solana:7xKX…?amount=1&spl-token=…                Solana Pay
 *   bitcoin:bc1q…?amount=1                           BIP-21
 *
 * @see https://eips.ethereum.org/EIPS/eip-681
 * @see https://docs.solanapay.com/spec
 */
import type { CaipNetworkId, Namespace } from '../chains/caip.ts'

export interface PaymentLink extends LinkTerms {
  /** The receiver as the link has it: an address or a name, unchecked. */
  receiver: string
  namespace: Namespace
}

/** The network, token and other terms of a link. Empty if the text names only the chain family. */
export interface LinkTerms {
  /** Absent if the link fits all networks of its family. */
  caipNetworkId?: CaipNetworkId
  /** The contract or mint of the requested token; `native` for the native token. Absent if the link names none. */
  token?: string
  /** Whether the link has further terms, such as an amount. Such terms are ignored. */
  hasMore?: boolean
}

/**
 * link: the link requests something other than a payment, or is ambiguous. memo: the receiver needs a memo or reference
 * to attribute the payment, which Billfold cannot send.
 */
export type LinkFault = 'link' | 'memo'

/** Undefined if the text has no known prefix. */
export function readPaymentLink(text: string): PaymentLink | LinkFault | undefined {
  const [, prefix = '', rest = ''] = /^([a-z][\w+.-]*):(?:\/\/)?(.*)$/is.exec(text) ?? []
  const scheme = prefix.toLowerCase()
  const chainId = Object.hasOwn(shortNames, scheme) ? shortNames[scheme] : undefined
  if (chainId !== undefined)
    return { receiver: rest, namespace: 'eip155', caipNetworkId: `eip155:${chainId}` }
  if (scheme === 'ethereum') return readEthereum(rest)
  if (scheme === 'bitcoin') return { receiver: rest.split('?')[0]!, namespace: 'bip122' }
  const [, reference, address] = /^([-\w]{1,32}):([^:]+)$/.exec(rest) ?? []
  const isAccount = reference !== undefined && address !== undefined && !address.startsWith('//')
  if (isAccount && (scheme === 'eip155' || scheme === 'solana' || scheme === 'bip122'))
    return { receiver: address, namespace: scheme, caipNetworkId: `${scheme}:${trimZeros(reference)}` }
  return scheme === 'solana' ? readSolana(rest) : undefined
}

/** @see https://eips.ethereum.org/EIPS/eip-681 */
function readEthereum(rest: string): PaymentLink | LinkFault {
  const [, pay, target = '', chainId, call, query] =
    /^(pay-)?([^@/?]+)(?:@(\d{1,20}))?(?:\/([^?]*))?(?:\?(.*))?$/i.exec(rest) ?? []
  const terms = readTerms(query)
  const receiver = decode(target)
  const link = {
    receiver,
    namespace: 'eip155',
    ...(chainId && { caipNetworkId: `eip155:${trimZeros(chainId)}` as const }),
    ...(query && { hasMore: true }),
  } as const
  // EIP-831: the text before the first hyphen is the link's action. Only `pay-` requests a payment.
  if (!pay && /^[^.]*-/.test(receiver)) return 'link'
  if (!terms || !hasOnly(terms, call ? [...ethereumTerms, 'address', 'uint256'] : ethereumTerms))
    return 'link'
  const receivers = terms.getAll('address')
  if (!call) return !target ? 'link' : { ...link, ...(terms.has('value') && NATIVE) }
  if (call !== 'transfer' || receivers.length !== 1) return 'link'
  return { ...link, token: target, receiver: receivers[0]! }
}

/** @see https://docs.solanapay.com/spec */
function readSolana(rest: string): PaymentLink | LinkFault {
  const [, receiver = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(rest) ?? []
  const terms = readTerms(query)
  // Refuse a transaction request of Solana Pay: its transaction would come from a server.
  if (/^https(?:%3a|:)/i.test(receiver) || !terms) return 'link'
  if (terms.has('memo') || terms.has('reference')) return 'memo'
  const tokens = terms.getAll('spl-token')
  if (tokens.length > 1 || !hasOnly(terms, solanaTerms)) return 'link'
  return {
    receiver,
    namespace: 'solana',
    ...(tokens[0] ? { token: tokens[0] } : terms.has('amount') && NATIVE),
    ...(query && { hasMore: true }),
  }
}

/**
 * Query terms that a usable link may contain. A link with an unknown term is refused: the term may request a call
 * (`data` of some wallets, `function` of EIP-67), or may be damaged, such as `amp;memo` from an `&` escaped as HTML.
 */
const ethereumTerms = ['value', 'gas', 'gaslimit', 'gasprice', 'label', 'message']
const solanaTerms = ['amount', 'spl-token', 'label', 'message']

/** Parses a query, with names in lower case. Undefined if there is a second `?`: the rest would become part of a value. */
function readTerms(query = ''): URLSearchParams | undefined {
  if (query.includes('?')) return undefined
  return new URLSearchParams(query.replace(/(?:^|&)[^=&]*/g, (name) => name.toLowerCase()))
}

function hasOnly(terms: URLSearchParams, names: readonly string[]): boolean {
  return Array.from(terms.keys()).every((name) => names.includes(name))
}

const NATIVE = { token: 'native' } as const

function trimZeros(reference: string): string {
  return reference.replace(/^0+(?=\d+$)/, '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Chain ids by the short names of EIP-3770, in lower case.
 * @see https://github.com/ethereum-lists/chains
 */
const shortNames: Readonly<Record<string, number>> = {
  eth: 1,
  oeth: 10,
  cro: 25,
  bnb: 56,
  gno: 100,
  unichain: 130,
  pol: 137,
  matic: 137,
  sonic: 146,
  obnb: 204,
  ftm: 250,
  zksync: 324,
  wc: 480,
  zkevm: 1101,
  mbeam: 1284,
  mantle: 5000,
  'kaia-mainnet': 8217,
  base: 8453,
  holesky: 17_000,
  arb1: 42_161,
  'arb-nova': 42_170,
  celo: 42_220,
  avax: 43_114,
  linea: 59_144,
  berachain: 80_094,
  blastmainnet: 81_457,
  basesep: 84_532,
  'arb-sep': 421_614,
  scr: 534_352,
  hoe: 560_048,
  zora: 7_777_777,
  sep: 11_155_111,
  opsep: 11_155_420,
  aurora: 1_313_161_554,
}
