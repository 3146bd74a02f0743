/**
 * Request methods of the sign-in site: those that it answers itself, and those that need an approval. Other methods are
 * refused.
 */

/**
 * Methods, besides reads, that the site answers without an approval: they sign nothing and send only what is already
 * signed.
 */
export const safeMethods: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_getAssets',
])

/** EVM methods that only sign, after an approval: nothing is sent to a network. */
const signing = ['personal_sign', 'eth_signTypedData_v4'] as const

/** Solana methods that only sign, after an approval. Billfold itself then sends the transaction. */
const solanaSigning = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions'] as const

/** All supported Solana methods. Each needs an approval. */
export const solanaMethods: ReadonlySet<string> = new Set([...solanaSigning, 'solana_signAndSendTransaction'])

/** EVM methods that need an approval. */
export const approvalMethods: ReadonlySet<string> = new Set([
  ...signing,
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
])

/** Whether the method only signs, so that an abandoned request has no effect later. */
export function isHarmless(method: string): boolean {
  return [...signing, ...solanaSigning].some((one) => one === method)
}

/** Whether the method waits for a person's approval, without a time limit. */
export function isApproval(method: string): boolean {
  return approvalMethods.has(method) || solanaMethods.has(method)
}
