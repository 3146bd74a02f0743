/** Creates an error as in EIP-1193 and EIP-1474. */
export function createRpcError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}

export const USER_REJECTED = 4001
export const UNAUTHORIZED = 4100
export const UNSUPPORTED_METHOD = 4200
export const UNKNOWN_CHAIN = 4902
export const REQUEST_PENDING = -32002
export const INVALID_PARAMS = -32602
