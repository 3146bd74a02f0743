/** Accounts of the API for the list benchmark: the last eight digits of the address are the number of transactions. */
const HEAD = '0x71c4a09e5b2df8361c7e90d4af52e813'

export function getListsAccount(count: number): string {
  return HEAD + String(count).padStart(8, '0')
}

/** @returns the number of transactions; undefined for other accounts */
export function readListsAccount(account: string): number | undefined {
  return account.toLowerCase().startsWith(HEAD) ? Number(account.slice(HEAD.length)) : undefined
}
