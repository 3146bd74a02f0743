/** The EVM networks of the sandbox. Never 1: what a person signs here must be worth nothing elsewhere. */

export interface EvmNetwork {
  /** EIP-155. */
  id: number
  name: string
}

/** Where the demo page begins. */
export const driftwood: EvmNetwork = { id: 31337, name: 'Driftwood Local' }
/** The second network of the same people: another life, with less in it. */
export const skerry: EvmNetwork = { id: 31338, name: 'Skerry' }

/** @param rpc the proxy's address, which leads to the first network; the others have paths below it. */
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
