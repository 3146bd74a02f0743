/** Checks whether a signed message matches the request. The signature is checked elsewhere. */
import type { CaipNetworkId } from '../chains/caip.ts'
import { getNamespace } from '../chains/caip.ts'
import { parseSiwxMessage, type SIWXMessageData } from './siwx-message.ts'

export interface SIWXExpectation {
  /** Host and port of the page. */
  domain: string
  caipNetworkId: CaipNetworkId
  address: string
  /** Absent for a message that was accepted before: then any nonce is accepted. */
  nonce?: string | undefined
}

/** Faults of a signed message. early: the message's time is in the future by this device's clock. */
export type SIWXFault = 'malformed' | 'domain' | 'chain' | 'address' | 'nonce' | 'early' | 'expired'

/** Largest accepted difference between the clocks of this device and of the signer. Milliseconds. */
const CLOCK_SKEW = 300_000

/** @param now milliseconds since 1970 */
export function checkSiwxMessage(
  message: string,
  expected: SIWXExpectation,
  now: number,
): { data: SIWXMessageData; fault?: undefined } | { data?: undefined; fault: SIWXFault } {
  const { data } = parseSiwxMessage(message) ?? {}
  const fault = data ? findFault(data, expected, now) : 'malformed'
  return fault || !data ? { fault: fault ?? 'malformed' } : { data }
}

function findFault(
  { domain, uri, chainId, accountAddress, nonce, ...times }: SIWXMessageData,
  expected: SIWXExpectation,
  now: number,
): SIWXFault | undefined {
  const { caipNetworkId } = expected
  if (domain !== expected.domain || readHost(uri) !== domain) return 'domain'
  if (chainId !== caipNetworkId && chainId !== caipNetworkId.split(':')[1]) return 'chain'
  const toKey = (address: string) =>
    getNamespace(caipNetworkId) === 'eip155' ? address.toLowerCase() : address
  if (toKey(accountAddress) !== toKey(expected.address)) return 'address'
  if (expected.nonce !== undefined && nonce !== expected.nonce) return 'nonce'
  const isLater = (time: string | undefined) => time !== undefined && Date.parse(time) > now + CLOCK_SKEW
  if (isLater(times.issuedAt) || isLater(times.notBefore)) return 'early'
  const isOver = times.expirationTime && Date.parse(times.expirationTime) <= now - CLOCK_SKEW
  return isOver ? 'expired' : undefined
}

function readHost(uri: string): string | undefined {
  try {
    return new URL(uri).host
  } catch {
    return undefined
  }
}
