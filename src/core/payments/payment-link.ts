/**
 * Addresses that name their network, and links that ask for a payment. A QR code or a wallet's Copy button gives such text
 * in place of a bare address.
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
  /** The receiver as it stands there: an address or a name, unchecked. */
  receiver: string
  namespace: Namespace
}

/** What a link says beside its receiver. Empty for an address that only names its family. */
export interface LinkTerms {
  /** Absent where any network of the family will do. */
  caipNetworkId?: CaipNetworkId
  /** The contract or mint of the token that it asks for; `native` for the network's own coin. Absent if it does not say. */
  token?: string
  /** It says more, such as an amount, which is not taken over. */
  hasMore?: boolean
}

/** link: it asks for something other than a payment, or is ambiguous. memo: a payment without its memo may be lost. */
export type LinkFault = 'link' | 'memo'

/** Undefined for text that has no known prefix. */
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
  const [, target = '', chainId, call, query] =
    /^(?:pay-)?([^@/?]+)(?:@(\d{1,20}))?(?:\/([^?]*))?(?:\?(.*))?$/i.exec(rest) ?? []
  const terms = new URLSearchParams(query)
  const link = {
    receiver: decode(target),
    namespace: 'eip155',
    ...(chainId && { caipNetworkId: `eip155:${trimZeros(chainId)}` as const }),
    ...(query && { hasMore: true }),
  } as const
  const receivers = terms.getAll('address')
  // Without a call the target is the receiver; an `address` beside it would make the link mean either.
  if (!call) return !target || receivers.length > 0 ? 'link' : { ...link, ...(terms.has('value') && NATIVE) }
  if (call !== 'transfer' || receivers.length !== 1) return 'link'
  return { ...link, token: target, receiver: receivers[0]! }
}

/** @see https://docs.solanapay.com/spec */
function readSolana(rest: string): PaymentLink | LinkFault {
  const [receiver = '', query] = rest.split('?', 2)
  const terms = new URLSearchParams(query)
  const tokens = terms.getAll('spl-token')
  // A link to a server that makes the transaction.
  if (/^https(?:%3a|:)/i.test(receiver) || tokens.length > 1) return 'link'
  if (terms.has('memo')) return 'memo'
  return {
    receiver,
    namespace: 'solana',
    ...(tokens[0] ? { token: tokens[0] } : terms.has('amount') && NATIVE),
    ...(query && { hasMore: true }),
  }
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
