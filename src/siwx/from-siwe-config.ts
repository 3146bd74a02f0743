/** Converts the older sign-in option, which supports only EVM, to the current one. */
import type { CaipNetworkId } from '../core/chains/caip.ts'
import { BillfoldError } from '../core/base/errors.ts'
import type { ReadySIWX, SIWXTools } from './ready-siwx.ts'
import type { SIWEConfig, SIWXSession } from './siwx.ts'
import { fetchChecksumAddress } from './fetch-checksum-address.ts'

export function fromSiweConfig(config: SIWEConfig): ReadySIWX {
  const { required = true, signOutOnDisconnect = true } = config

  let tools: SIWXTools | undefined

  async function signOut(): Promise<void> {
    if (await config.signOut()) return
    throw new BillfoldError('siwx_unknown', 'The page could not sign out.')
  }

  async function getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SIWXSession[]> {
    const session = await config.getSession()
    const isSame =
      session?.chainId === toNumber(chainId) && session.address.toLowerCase() === address.toLowerCase()
    if (!isSame) return []
    const data = { accountAddress: address, chainId, domain: location.host, uri: location.origin }
    return [{ data: { ...data, version: '1', nonce: '' }, message: '', signature: '' }]
  }

  return {
    namespaces: ['eip155'],
    attach: (lent) => void (tools = lent),
    getRequired: () => required,
    signOutOnDisconnect,
    async createMessage({ accountAddress, chainId }) {
      const address = await fetchChecksumAddress(tools!, chainId, accountAddress)
      const nonce = await config.getNonce(address)
      const issuedAt = new Date().toISOString()
      const shared = { domain: location.host, uri: location.origin, version: '1', nonce } as const
      const given = {
        ...shared,
        address: address as `0x${string}`,
        chainId: toNumber(chainId),
        iat: issuedAt,
      }
      const text = await config.createMessage(given)
      return { ...shared, accountAddress: address, chainId, issuedAt, toString: () => text }
    },
    async addSession({ message, signature }) {
      if (await config.verifyMessage({ message, signature })) return
      throw new BillfoldError('siwx_invalid', 'The page did not accept the signature.')
    },
    async revokeSession(chainId, address) {
      // The server has a single session, which may belong to another account now: end it only if it belongs to this
      // account.
      const [session] = await getSessions(chainId, address)
      if (session) await signOut()
    },
    setSessions: signOut,
    getSessions,
  }
}

function toNumber(chainId: CaipNetworkId): number {
  return Number(chainId.slice(chainId.indexOf(':') + 1))
}
