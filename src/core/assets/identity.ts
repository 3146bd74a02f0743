/** The name and picture that an address claims. Source: GET /v1/identity/{address}. Never proof of anything. */
export interface Identity {
  /** The address with its EIP-55 checksum where the namespace has one. */
  address: string
  /** Only a name that equals its own ENSIP-15 normal form; else absent. */
  name?: string
  /** The API gave a name with unusual characters; it is not shown. */
  unusualName: boolean
  /** https only. */
  avatarUrl?: string
}
