/** The people of the sandbox. Their keys are public, so their signatures are worthless outside the sandbox. */
import { type Hex, keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

export interface Person {
  /** Name that the identity call returns; absent: the account has no name. */
  name?: string
  key: Hex
  account: PrivateKeyAccount
}

/** Holds the supply of every token, and pays for the control endpoints. */
export const treasury = createPerson('treasury')

export const people = {
  /** First account of Harbor, with a rich history of eight months. */
  mara: createPerson('mara', 'mara.driftwood.example'),
  /** First account of the MetaMask provider, with a shorter history. */
  theo: createPerson('theo', 'theo.driftwood.example'),
  /** Second account of Harbor, without any history. */
  wren: createPerson('wren'),
  ines: createPerson('ines', 'ines.driftwood.example'),
  joon: createPerson('joon'),
  pia: createPerson('pia'),
  /** Sends unsolicited tokens. */
  spammer: createPerson('spammer'),
}

/** Creates the same person for the same seed. */
export function createPerson(seed: string, name?: string): Person {
  const key = keccak256(toHex(`billfold sandbox: ${seed}`))
  return { key, account: privateKeyToAccount(key), ...(name ? { name } : {}) }
}
