/**
 * Parses an entered, pasted or scanned receiver: an address, a name, or a link with an address or name. Checks only the
 * form; the worker resolves and checks the receiver.
 */
import { isEvmAddress } from '../chains/address.ts'
import { fromBase58 } from '../chains/byte-text.ts'
import type { CaipNetworkId, Namespace } from '../chains/caip.ts'
import { toChecksumAddress } from '../chains/checksum-address.ts'
import { isSolanaAddress } from '../chains/solana-address.ts'
import { dropInvisible } from '../text/invisible.ts'
import { type LinkFault, type LinkTerms, readPaymentLink } from './payment-link.ts'

export type Receiver =
  | { status: 'empty' }
  | ReceiverAddress
  /** A name, which must be looked up. */
  | { status: 'name'; name: string; link?: LinkTerms }
  | { status: 'wrong'; fault: ReceiverFault }

export interface ReceiverAddress {
  status: 'address'
  /** On EVM networks: 0x and 40 hexadecimal digits, with the checksum even if the entered text had none. */
  address: string
  /**
   * Whether a typing error would have been noticed: the entered address had a checksum, or the address comes from a
   * name.
   */
  isChecked: boolean
  /** The name from which the address comes; absent if the address was entered. */
  name?: string
  /** What the receiver's link contains besides the receiver. Absent if no link was entered. */
  link?: LinkTerms
}

export type ReceiverFault =
  /**
   * The checksum (EIP-55) is wrong. `address` has the entered digits with their correct checksum; a person may confirm
   * that address.
   */
  | { code: 'checksum'; address: string }
  /** The beginning of an address. `missing`: number of missing characters, if the full length is known. */
  | { code: 'incomplete'; missing?: number }
  | { code: 'too_long'; extra: number }
  /** An address of another chain family. `family`: the family's name, such as `Bitcoin`. */
  | { code: 'family'; family: AddressFamily }
  /** A name, but the network has no names. */
  | { code: 'name' }
  /** A link or prefix for another network of the same family. */
  | { code: 'network'; caipNetworkId: CaipNetworkId }
  /** A link for a token other than the chosen one. */
  | { code: 'token' }
  /** An unknown prefix, which may stand for a network. */
  | { code: 'prefix' }
  | { code: LinkFault }
  | { code: 'form' }

export type AddressFamily = (typeof families)[number][0] | 'Ethereum' | 'Solana'

/** Longest text that is parsed. Characters. */
export const MAX_RECEIVER_LENGTH = 1_000

/**
 * Parses entered text as a receiver. `matchLink` then checks whether a link fits the chosen network and token.
 * @param confirmed the address that a person has confirmed after a `checksum` fault
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export function readReceiver(typed: string, namespace: Namespace, confirmed?: string): Receiver {
  const text = typed.replace(directionMarks, '').replace(outerQuotes, '')
  if (text === '') return { status: 'empty' }
  // Check the length before anything is removed: the form cuts a text that is too long, so a part of the receiver may
  // be missing.
  if (typed.length > MAX_RECEIVER_LENGTH) return wrong({ code: 'form' })
  const link = readPaymentLink(text)
  if (!link) return readBare(text, namespace, confirmed)
  if (typeof link === 'string') return wrong({ code: link })
  const { receiver, namespace: family, ...terms } = link
  if (family !== namespace)
    return wrong(
      Object.hasOwn(familyNames, family)
        ? { code: 'family', family: familyNames[family as keyof typeof familyNames] }
        : { code: 'form' },
    )
  const read = readBare(receiver, namespace, confirmed)
  const hasTerms = Object.keys(terms).length > 0
  return hasTerms && (read.status === 'address' || read.status === 'name') ? { ...read, link: terms } : read
}

/**
 * Returns the receiver. Returns a fault if the receiver's link names a network or token that is not the chosen one.
 * @param token undefined while no token is chosen
 */
export function matchLink<R extends Receiver>(
  receiver: R,
  caipNetworkId: CaipNetworkId,
  token: { kind: 'native' | 'token'; contract?: string } | undefined,
): R | Extract<Receiver, { status: 'wrong' }> {
  const link = 'link' in receiver ? receiver.link : undefined
  if (!link) return receiver
  if (link.caipNetworkId !== undefined && link.caipNetworkId !== caipNetworkId)
    return wrong({ code: 'network', caipNetworkId: link.caipNetworkId })
  const chosen = token?.kind === 'native' ? 'native' : token?.contract
  const isOther = toAssetKey(link.token, caipNetworkId) !== toAssetKey(chosen, caipNetworkId)
  return token && link.token !== undefined && isOther ? wrong({ code: 'token' }) : receiver
}

function toAssetKey(token: string | undefined, caipNetworkId: CaipNetworkId): string | undefined {
  return caipNetworkId.startsWith('eip155:') ? token?.toLowerCase() : token
}

/**
 * Zero-width spaces and direction marks, which names must not contain. Joiners are not listed, since emoji in names
 * need them.
 */
const directionMarks = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g
const outerQuotes = /^[\s"'`<(“”„‘’‚«»‹›]+|[\s"'`>)“”„‘’‚«»‹›]+$/g

function readBare(text: string, namespace: Namespace, confirmed?: string): Receiver {
  // Remove all spaces: addresses are often displayed in groups and copied with the spaces.
  const whole = dropInvisible(text).replace(/\s+/g, '')
  if (namespace === 'eip155' && isEvmAddress(whole)) return readEvm(whole, confirmed)
  if (namespace === 'solana' && isOfSolana(whole))
    return { status: 'address', address: whole, isChecked: false }
  const [, bare] = /^[a-z][\w+.-]*:(?:[-\w]{1,32}:|\/\/)?([^?:]+)/i.exec(whole) ?? []
  const family = findFamily(whole) ?? (bare && findFamily(bare))
  if (bare && family === familyNames[namespace as keyof typeof familyNames]) return wrong({ code: 'prefix' })
  if (family) return wrong({ code: 'family', family })
  if (isName(text)) return namespace === 'eip155' ? { status: 'name', name: text } : wrong({ code: 'name' })
  return wrong(findLength(whole, namespace) ?? { code: 'form' })
}

/** An address with letters of one case has no checksum. Mixed case must match the checksum. */
function readEvm(text: string, confirmed: string | undefined): Receiver {
  const digits = text.slice(-40)
  const address = toChecksumAddress(`0x${digits}`)
  const isBare = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const isChecked = address.slice(2) === digits && !isBare
  if (isChecked || isBare || confirmed === address) return { status: 'address', address, isChecked }
  return wrong({ code: 'checksum', address })
}

function wrong(fault: ReceiverFault): Extract<Receiver, { status: 'wrong' }> {
  return { status: 'wrong', fault }
}

/** The last part of a name must contain a letter: `0.0.1234` is an account id of another network. */
function isName(text: string): boolean {
  return /^[^\s.,:/\\@?#]+(\.[^\s.,:/\\@?#]+)+$/u.test(text) && /\p{L}[^.]*$/u.test(text)
}

function findLength(text: string, namespace: Namespace): ReceiverFault | undefined {
  if (namespace === 'solana')
    return /^[1-9A-HJ-NP-Za-km-z]{8,31}$/.test(text) ? { code: 'incomplete' } : undefined
  const digits = /^0x([0-9a-f]*)$/i.exec(text)?.[1] ?? /^([0-9a-f]{8,})$/i.exec(text)?.[1]
  if (digits === undefined) return undefined
  const missing = 40 - digits.length
  return missing > 0 ? { code: 'incomplete', missing } : { code: 'too_long', extra: -missing }
}

/**
 * Whether the text is a Solana address. Some bech32 addresses have the same form: they are recognised by letters of
 * only one case.
 */
function isOfSolana(text: string): boolean {
  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase()
  const isBech32 = isOneCase && /^([a-z]+1|[qp])[02-9ac-hj-np-z]{20,}$/.test(text.toLowerCase())
  return isSolanaAddress(text) && !isBech32
}

/** The chain family whose addresses have this form; undefined if none is known. Only for messages. */
function findFamily(text: string): AddressFamily | undefined {
  if (isEvmAddress(text)) return 'Ethereum'
  if (isOfSolana(text)) return 'Solana'
  const bytes = text.length <= 60 ? fromBase58(text) : undefined
  const key = bytes && `${bytes.length} ${bytes[0]}`
  return families.find(
    ([, form, ...keys]) => form?.test(text) || (keys as readonly unknown[]).includes(key),
  )?.[0]
}

const familyNames = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' } as const

/** For each family, the form of its addresses; for base58, also the number of bytes and the first byte. */
const families = [
  ['Bitcoin', /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}$/i, '25 0', '25 5', '25 111', '25 196'],
  ['Litecoin', /^(ltc|tltc)1[02-9ac-hj-np-z]{11,87}$/i, '25 48', '25 50'],
  ['Dogecoin', undefined, '25 30', '25 22'],
  ['Bitcoin Cash', /^(bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i],
  ['Tron', undefined, '25 65'],
  ['Zcash', /^(u|zs)1[02-9ac-hj-np-z]{40,300}$/, '26 28'],
  ['XRP Ledger', /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/],
  ['Cardano', /^(addr|stake)(_test)?1[02-9ac-hj-np-z]{40,120}$/],
  ['Cosmos', /^[a-z]{2,20}1[02-9ac-hj-np-z]{38,58}$/],
  ['Polkadot', undefined, '35 0', '35 2', '35 42'],
  ['TON', /^([EUk0]Q[\w-]{46}|-?[01]:[0-9a-f]{64})$/],
  ['Stellar', /^G[A-Z2-7]{55}$/],
  ['Algorand', /^[A-Z2-7]{58}$/],
  ['Tezos', /^(tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['Monero', /^[48][1-9A-HJ-NP-Za-km-z]{94}$/],
] as const satisfies readonly (readonly [string, RegExp | undefined, ...string[]])[]
