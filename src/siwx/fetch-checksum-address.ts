import type { CaipNetworkId } from '../core/chains/caip.ts'
import type { SIWXTools } from './ready-siwx.ts'

/**
 * Returns an EVM address with its checksum (EIP-55): servers identify the account by this form. Some wallets return
 * addresses without checksum.
 */
export async function fetchChecksumAddress(
  { call }: Pick<SIWXTools, 'call'>,
  chainId: CaipNetworkId,
  address: string,
): Promise<string> {
  const digits = address.slice(2)
  const isBare = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return chainId.startsWith('eip155:') && isBare ? call('checksumAddress', { address }) : address
}
