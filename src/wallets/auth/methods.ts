/** What the sign-in site is asked: what it answers alone, and what a person approves in its frame. All else is refused here. */

/** Answered by the site alone, besides reads: nothing is signed by these, and nothing is sent but what is signed already. */
export const safeMethods: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
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
  'wallet_revokePermissions',
])

/** Whether giving it up leaves nothing behind that could still happen. */
export function isHarmless(method: string): boolean {
  return signing.some((one) => one === method)
}
