/** The sandbox's EVM networks. Never use chain id 1: signatures made here must be worthless on Ethereum. */

export interface EvmNetwork {
  /** EIP-155 chain id. */
  id: number
  name: string
}

/** The network on which the demo page starts. */
export const driftwood: EvmNetwork = { id: 31337, name: 'Driftwood Local' }
/** A second network, on which the same people have a shorter history. */
export const skerry: EvmNetwork = { id: 31338, name: 'Skerry' }

/** @param rpc URL of the proxy, which is the first network's node; other networks have paths below it */
export function getRpcUrl(rpc: string, { id }: EvmNetwork): string {
  if (id === driftwood.id) return rpc
  const url = new URL(rpc)
  url.pathname = `${id}`
  return url.href
}

/** Path of the network's block explorer on the page's server. */
export function getExplorerPath({ id }: EvmNetwork): string {
  return id === driftwood.id ? '/explorer' : `/explorer/${id}`
}
