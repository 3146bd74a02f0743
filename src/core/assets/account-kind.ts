/**
 * plain: an address without code, such as a person's. delegated: a person's account that names code to run for it, and stays
 * the person's (EIP-7702). contract: nothing but its code decides.
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export type AccountKind = 'plain' | 'delegated' | 'contract'
