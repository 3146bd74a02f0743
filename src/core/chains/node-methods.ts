/**
 * The JSON-RPC methods that a page may send to an EVM node: read methods that sign nothing, send nothing and need no
 * wallet.
 * @see https://ethereum.github.io/execution-apis/
 */
const READS =
  /^(?:eth_(?:get(?!EncryptionPublicKey)|call|estimate|block|blob|fee|gas|max|create|simulate|new(?=\w*Filter$)|uninstall|syncing|supported|protocolVersion)\w*|(?:net|web3)_\w+)$/

export function isNodeRead(method: string): boolean {
  return READS.test(method)
}
