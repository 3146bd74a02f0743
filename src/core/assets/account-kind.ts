/**
 * plain: an address without code. delegated: an address whose key names code to run for it and stays in control (EIP-7702).
 * contract: an address that only its code controls.
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export type AccountKind = 'plain' | 'delegated' | 'contract'
