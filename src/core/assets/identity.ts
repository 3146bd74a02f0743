/**
 * The name and picture that an address claims. Source: GET /v1/identity/{address} and GET /v1/profile/account/{name}. Never
 * proof of anything.
 */
export interface Identity {
  /** The address with its EIP-55 checksum where the namespace has one. */
  address: string
  /** Only a name that equals its own ENSIP-15 normal form; else absent. */
  name?: string
  /** The API gave a name with unusual characters; it is not shown. */
  unusualName: boolean
  /** https only: of the identity, else of the name's profile. */
  avatarUrl?: string
  /** The profile texts that the owner of a name in the provider's zone wrote; absent where there are none. */
  attributes?: readonly ProfileAttribute[]
}

export interface ProfileAttribute {
  /** Key of the profile, such as `bio`. */
  name: string
  /** Without characters that deceive. */
  text: string
  /** The text as a link, where it is one: https, or http on this machine. */
  link?: string
}
