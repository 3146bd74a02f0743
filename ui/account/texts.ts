/** Of the account. */
export const texts = {
  account: 'Account',
  settings: 'Account settings',
} as const
