/** Names of accounts in the provider's zone, such as `mara.reown.id`: their rules, and the text to sign for one. */

/** The zone, without its leading dot. */
export const NAME_ZONE = 'reown.id'
/** Longest whole name that the server accepts, in characters. */
const MAX_NAME_LENGTH = 64
const SHORTEST_LABEL = 4
/** Longest label (the part before the zone), in characters. */
export const MAX_LABEL_LENGTH = MAX_NAME_LENGTH - NAME_ZONE.length - 1

/** Largest difference between the signed time and the server's time. Milliseconds. */
export const NAME_WINDOW = 10_000

/**
 * Why a name is invalid. characters: others than lower-case letters, digits and hyphens. hyphens: it would read as Punycode
 * (`xn--…`), or has hyphens where such a prefix has them (`ab--cd`), which ENSIP-15 forbids.
 */
export type NameFault = 'short' | 'long' | 'characters' | 'hyphens'

/**
 * What is wrong with the label; undefined if it is valid. A valid label is its own ENSIP-15 normal form.
 * @see https://docs.ens.domains/ensip/15
 */
export function findNameFault(label: string): NameFault | undefined {
  if (!/^[a-z0-9-]*$/.test(label)) return 'characters'
  if (label.length < SHORTEST_LABEL) return 'short'
  if (label.length > MAX_LABEL_LENGTH) return 'long'
  return label.startsWith('--', 2) ? 'hyphens' : undefined
}

/** @param label before the zone: `mara` gives `mara.reown.id` */
export function toFullName(label: string): string {
  return `${label}.${NAME_ZONE}`
}

/** The part before the zone; undefined if the name is of another zone or invalid. */
export function readLabel(name: string): string | undefined {
  const label = name.endsWith(`.${NAME_ZONE}`) ? name.slice(0, -NAME_ZONE.length - 1) : undefined
  return label === undefined || findNameFault(label) ? undefined : label
}

/**
 * The text to sign for a name. It names neither network nor page; the server accepts it only near the time that it contains.
 * @param time milliseconds since 1970, by the server's clock
 */
export function createNameMessage(name: string, time: number): string {
  return JSON.stringify({ name, attributes: {}, timestamp: Math.floor(time / 1000) })
}

/** A suggested name, which may be taken. */
export interface NameSuggestion {
  /** Whole. */
  name: string
  /** Absent if the server does not say. It is looked up again before signing. */
  registered?: boolean
}

/** `reason`: why no server was asked. */
export interface NameSuggestions {
  /** The asked name comes first, if the server knows it. */
  suggestions: readonly NameSuggestion[]
  reason?: 'network_unsupported'
}

/**
 * The preparation of a registration. own: the account has the name already. ready: the text to sign, and the end of its
 * validity (milliseconds since 1970, by this device's clock).
 */
export type NameOffer =
  | { status: 'ready'; message: string; endsAt: number }
  | { status: 'own' }
  | { status: 'refused'; reason: 'taken' | 'network_unsupported' }

/** `reason`: why no server was asked; nothing was registered. */
export type NameRegistration = { status: 'registered' } | { status: 'refused'; reason: 'network_unsupported' }
