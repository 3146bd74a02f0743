/** What the sign-in site is asked: what it answers alone, and what a person approves in its frame. All else is refused here. */

/** Nothing is signed or sent by these, but for what is signed already. */
const SAFE =
  'accounts blockNumber call chainId estimateGas feeHistory gasPrice getAccount getBalance getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt getUncleCountByBlockHash getUncleCountByBlockNumber maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter sendRawTransaction syncing uninstallFilter getUserOperationReceipt estimateUserOperationGas getUserOperationByHash supportedEntryPoints'

export const safeMethods: ReadonlySet<string> = new Set([
  ...SAFE.split(' ').map((name) => `eth_${name}`),
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_getAssets',
])

/** Of EVM: signed by a person's word, and nothing of it is on its way to a network. */
const signing = ['personal_sign', 'eth_signTypedData_v4'] as const

export const approvalMethods: ReadonlySet<string> = new Set([
  ...signing,
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'wallet_grantPermissions',
])

/** Whether giving it up leaves nothing behind that could still happen. */
export function isHarmless(method: string): boolean {
  return signing.some((one) => one === method)
}
