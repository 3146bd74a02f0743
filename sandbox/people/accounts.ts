/** The people of the sandbox. Their keys are public: nothing they sign is worth anything outside of it. */
import { type Hex, keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

export interface Person {
  /** What the identity call answers; absent: nothing is known of this account. */
  name?: string
  key: Hex
  account: PrivateKeyAccount
}

/** Holds the supply of every token and pays for what the control endpoints do. */
export const treasury = createPerson('treasury')

export const people = {
  /** First account of Harbor: a rich past of eight months. */
  mara: createPerson('mara', 'mara.driftwood.example'),
  /** First account of the MetaMask provider: a shorter past. */
  theo: createPerson('theo', 'theo.driftwood.example'),
  /** Second account of Harbor: nothing has ever happened here. */
  wren: createPerson('wren'),
  ines: createPerson('ines', 'ines.driftwood.example'),
  joon: createPerson('joon'),
  pia: createPerson('pia'),
  /** Sends unsolicited tokens. */
  spammer: createPerson('spammer'),
}

/** The same seed makes the same person. */
export function createPerson(seed: string, name?: string): Person {
  const key = keccak256(toHex(`billfold sandbox: ${seed}`))
  return { key, account: privateKeyToAccount(key), ...(name ? { name } : {}) }
}
