/**
 * Which JSON-RPC methods of EVM a node answers for anybody: reads, which sign and send nothing and know no wallet.
 * @see https://ethereum.github.io/execution-apis/
 */
const READS =
  /^(?:eth_(?:get(?!EncryptionPublicKey)|call|estimate|block|blob|fee|gas|max|create|simulate|new(?=\w*Filter$)|uninstall|syncing|supported|protocolVersion)\w*|(?:net|web3)_\w+)$/

export function isNodeRead(method: string): boolean {
  return READS.test(method)
}
