/**
 * The name and picture that an address claims; not a proof of anything. Source: GET /v1/identity/{address} and GET
 * /v1/profile/account/{name}.
 */
export interface Identity {
  /** The address with its EIP-55 checksum where the namespace has one. */
  address: string
  /** Present only if the name equals its ENSIP-15 normal form. */
  name?: string
  /** Whether the API gave a name with unusual characters. Such a name is not shown. */
  unusualName: boolean
  /** https only. The picture of the identity, else of the name's profile. */
  avatarUrl?: string
  /** Profile texts that the owner wrote for a name in the provider's zone. Absent if there are none. */
  attributes?: readonly ProfileAttribute[]
}

export interface ProfileAttribute {
  /** Key of the profile, such as `bio`. */
  name: string
  /** The text of the profile, without deceptive characters. */
  text: string
  /** The text as a link, if it is one: https, or http on this machine. */
  link?: string
}
