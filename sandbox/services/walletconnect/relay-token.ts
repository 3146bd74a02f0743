/**
 * Verifies the token with which a client proves its key to the relay: an Ed25519-signed JWT whose `iss` is the public
 * key. Uses another library than the clients.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth
 */
import { base58 } from '@scure/base'
import { createPublicKey, verify } from 'node:crypto'

const PREFIX = 'did:key:z'
/** Multicodec prefix of an Ed25519 key. */
const CODEC = [0xed, 0x01]
/** Seconds by which the clocks of client and relay may differ. */
const LEEWAY = 60

/**
 * @param audience the relay's own URL
 * @returns the client's id (`did:key:z…`); undefined for an invalid token
 */
export function readRelayToken(token: string, audience: string): string | undefined {
  try {
    const [head = '', body = '', signature = ''] = token.split('.')
    const { alg, typ } = decode(head)
    const { iss, aud, iat, exp, sub } = decode(body) as Record<string, string>
    const now = Date.now() / 1_000
    const isCurrent = Number(iat) <= now + LEEWAY && Number(exp) > now
    if (alg !== 'EdDSA' || typ !== 'JWT' || aud !== audience || !isCurrent || !sub) return undefined
    const signed = Buffer.from(`${head}.${body}`)
    return verify(null, signed, readKey(iss!), Buffer.from(signature, 'base64url')) ? iss : undefined
  } catch {
    return undefined
  }
}

/** @throws for an issuer that isn't an Ed25519 key */
function readKey(issuer: string): ReturnType<typeof createPublicKey> {
  const bytes = issuer.startsWith(PREFIX) ? base58.decode(issuer.slice(PREFIX.length)) : undefined
  if (bytes?.length !== 34 || bytes[0] !== CODEC[0] || bytes[1] !== CODEC[1]) throw new Error('No key.')
  const x = Buffer.from(bytes.subarray(2)).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}
