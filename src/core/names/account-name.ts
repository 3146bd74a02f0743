/**
 * Names of accounts in the provider's zone, such as `mara.reown.id`: their rules, and the text to sign to register a
 * name.
 */

/** The zone, without its leading dot. */
export const NAME_ZONE = 'reown.id'
/** Longest full name that the server accepts. Characters. */
const MAX_NAME_LENGTH = 64
const SHORTEST_LABEL = 4
/** Longest label, which is the part before the zone. Characters. */
export const MAX_LABEL_LENGTH = MAX_NAME_LENGTH - NAME_ZONE.length - 1

/** Largest difference that the server accepts between the signed time and the server's time. Milliseconds. */
export const NAME_WINDOW = 10_000

/**
 * Why a label is invalid. characters: it has characters other than lower-case letters, digits and hyphens. hyphens: it
 * looks like Punycode (`xn--…`), or has hyphens in the same place (`ab--cd`), which ENSIP-15 forbids.
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

/** @param label the part before the zone: `mara` gives `mara.reown.id` */
export function toFullName(label: string): string {
  return `${label}.${NAME_ZONE}`
}

/** The label of a full name; undefined if the name is in another zone or invalid. */
export function readLabel(name: string): string | undefined {
  const label = name.endsWith(`.${NAME_ZONE}`) ? name.slice(0, -NAME_ZONE.length - 1) : undefined
  return label === undefined || findNameFault(label) ? undefined : label
}

/**
 * The text to sign to register a name. The text does not name the network or the page. The server accepts the text only
 * if `time` differs from the server's time by at most `NAME_WINDOW`.
 * @param time milliseconds since 1970, by the server's clock
 */
export function createNameMessage(name: string, time: number): string {
  return JSON.stringify({ name, attributes: {}, timestamp: Math.floor(time / 1000) })
}

/** A suggested name, which may be taken. */
export interface NameSuggestion {
  /** The full name. */
  name: string
  /** Whether the name is taken. Absent if the server does not say. Checked again before the person signs. */
  registered?: boolean
}

/** `reason` says why no server was asked. */
export interface NameSuggestions {
  /** The requested name comes first, if the server knows it. */
  suggestions: readonly NameSuggestion[]
  reason?: 'network_unsupported'
}

/**
 * What the preparation of a registration returns. own: the account already has the name. ready: the text to sign, and
 * when it expires (milliseconds since 1970, by this device's clock).
 */
export type NameOffer =
  | { status: 'ready'; message: string; endsAt: number }
  | { status: 'own' }
  | { status: 'refused'; reason: 'taken' | 'network_unsupported' }

/** refused: the server was not asked to register the name; `reason` says why. */
export type NameRegistration = { status: 'registered' } | { status: 'refused'; reason: 'network_unsupported' }
