/**
 * An error as EVM wallets throw it, with a code of EIP-1193, EIP-1474 or EIP-5792.
 * @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 */
export interface RpcError extends Error {
  code: number
  data?: unknown
}

export function rpcError(
  code: number,
  message: string,
  details: { data?: unknown; cause?: unknown } = {},
): RpcError {
  const { data, ...options } = details
  return Object.assign(new Error(message, options), data === undefined ? { code } : { code, data })
}
