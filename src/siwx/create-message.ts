/** The message of the ready-made sign-in options. */
import { getNamespace, type Namespace } from '../core/chains/caip.ts'
import { formatSiwxMessage, type SIWXMessageData } from '../core/siwx/siwx-message.ts'
import type { SIWXTools } from './ready-siwx.ts'
import type { SIWXMessage, SIWXMessageInput } from './siwx.ts'
import { fetchChecksumAddress } from './fetch-checksum-address.ts'

export interface MessageOptions {
  /** A one-line statement that the person agrees to. */
  statement?: string
  /** URIs of resources that the person grants to the page. */
  resources?: readonly string[]
  /** Lifetime of a sign-in. Milliseconds; default: seven days. */
  lifetime?: number
  /**
   * The text names the network by its plain reference (`1`) in place of CAIP-2 (`eip155:1`). On EVM networks it is then a
   * message of EIP-4361, which SIWE libraries read; its statement may hold ASCII letters and punctuation alone. Default: false.
   */
  plainChainId?: boolean
}

/** Network names as in CAIP-122 and in these namespaces' libraries, also for test networks. */
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
