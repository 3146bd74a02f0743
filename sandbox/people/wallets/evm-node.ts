/** Where a wallet reaches one network. */
export interface EvmNode {
  /** EIP-155. */
  chainId: number
  rpcUrl: string
}

/** Of all networks of the sandbox; a wallet begins on the first. */
export type EvmNodes = readonly [EvmNode, ...EvmNode[]]
