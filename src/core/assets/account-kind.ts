/**
 * plain: an address without code.
 * delegated: an address whose key has set code for the address (EIP-7702). The key stays in control.
 * contract: an address that only its code controls.
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export type AccountKind = 'plain' | 'delegated' | 'contract'
