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
  /** What the owner of a name below the provider's zone says about themselves; absent where it is nothing. */
  attributes?: readonly ProfileAttribute[]
}

export interface ProfileAttribute {
  /** Key of the profile, such as `bio`. */
  name: string
  /** Without characters that deceive. */
  text: string
  /** Where the text is a link: https, or http on this machine. */
  link?: string
}
