/** The node of one network. */
export interface EvmNode {
  /** EIP-155 chain id. */
  chainId: number
  rpcUrl: string
}

/** The nodes of all networks in the sandbox; wallets start on the first. */
export type EvmNodes = readonly [EvmNode, ...EvmNode[]]
