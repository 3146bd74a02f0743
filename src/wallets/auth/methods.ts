/** The methods of the sign-in site: those that it answers itself, and those that need an approval. Others are refused. */

/** Methods other than reads that the site answers without an approval: they sign nothing, and send only signed data. */
export const safeMethods: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_getAssets',
])

/** EVM methods that only sign, after an approval: nothing is sent to a network. */
const signing = ['personal_sign', 'eth_signTypedData_v4'] as const

/** Solana methods that only sign: the signed transaction is returned, and sent from here. */
const solanaSigning = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions'] as const

/** Solana methods; each needs an approval. */
export const solanaMethods: ReadonlySet<string> = new Set([...solanaSigning, 'solana_signAndSendTransaction'])

/** Of EVM. */
export const approvalMethods: ReadonlySet<string> = new Set([
  ...signing,
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
])

/** Whether giving it up leaves nothing behind that could still happen. */
export function isHarmless(method: string): boolean {
  return [...signing, ...solanaSigning].some((one) => one === method)
}

/** Whether a person decides, in their own time. */
export function isApproval(method: string): boolean {
  return approvalMethods.has(method) || solanaMethods.has(method)
}
