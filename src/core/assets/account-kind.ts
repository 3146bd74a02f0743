/**
 * plain: an address without code. delegated: an address whose key has set code for it (EIP-7702); the key stays in
 * control.
 * contract: an address that only its code controls.
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export type AccountKind = 'plain' | 'delegated' | 'contract'
