import type { CaipNetworkId } from '../core/chains/caip.ts'
import type { SIWXTools } from './ready-siwx.ts'

/** Servers identify an EVM address by its checksum form (EIP-55), which some wallets don't return. */
export async function fetchChecksumAddress(
  { call }: Pick<SIWXTools, 'call'>,
  chainId: CaipNetworkId,
  address: string,
): Promise<string> {
  const digits = address.slice(2)
  const isBare = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return chainId.startsWith('eip155:') && isBare ? call('checksumAddress', { address }) : address
}
