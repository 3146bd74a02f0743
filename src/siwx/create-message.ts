/** Creates the message to sign for Billfold's ready-made sign-in options. */
import { getNamespace, type Namespace } from '../core/chains/caip.ts'
import { formatSiwxMessage, type SIWXMessageData } from '../core/siwx/siwx-message.ts'
import type { SIWXTools } from './ready-siwx.ts'
import type { SIWXMessage, SIWXMessageInput } from './siwx.ts'
import { fetchChecksumAddress } from './fetch-checksum-address.ts'

export interface MessageOptions {
  /** A statement that the person agrees to, in one line. */
  statement?: string
  /** URIs of resources to which the person gives the page access. */
  resources?: readonly string[]
  /** How long a sign-in is valid. Milliseconds; default: seven days. */
  lifetime?: number
  /**
   * Whether the text has the plain network id (`1`) instead of the CAIP-2 id (`eip155:1`). On EVM networks it then
   * follows EIP-4361, as SIWE libraries require; the message's statement may contain only ASCII letters and
   * punctuation. Default: false.
   */
  plainChainId?: boolean
}

/**
 * Names of the namespaces in the message, also for test networks. CAIP-122 and the libraries of these namespaces use the
 * same names.
 */
const BLOCKCHAINS: Partial<Record<Namespace, string>> = { solana: 'Solana', bip122: 'Bitcoin' }
const WEEK = 7 * 24 * 3_600_000

/** @throws siwx_message_bad */
export async function createMessage(
  { accountAddress, chainId, notBefore }: SIWXMessageInput,
  { nonce, networks, call }: SIWXTools & { nonce: string },
  { statement, resources, lifetime = WEEK, plainChainId }: MessageOptions,
): Promise<SIWXMessage> {
  const now = Date.now()
  const data: SIWXMessageData = {
    accountAddress: await fetchChecksumAddress({ call }, chainId, accountAddress),
    chainId,
    domain: location.host,
    uri: location.origin,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + lifetime).toISOString(),
    ...(statement ? { statement } : {}),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(resources ? { resources } : {}),
  }
  const named = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const written = plainChainId ? { ...data, chainId: chainId.slice(chainId.indexOf(':') + 1) } : data
  const text = formatSiwxMessage(written, BLOCKCHAINS[getNamespace(chainId)] ?? named?.name ?? chainId)
  return { ...data, toString: () => text }
}
