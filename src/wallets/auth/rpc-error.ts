/** An error as wallets throw it: by the codes of EIP-1193 and EIP-1474. */
export function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}

export function declined(): Error {
  return rpcError(4001, 'You declined at the sign-in site.')
}
