/** Of the wallets that are connected. */
export const texts = {
  wallets: 'Wallets',
  accounts: 'Accounts of {wallet}',
  active: 'Active',
  /** Of several kinds, while another chain is active. */
  chosen: 'Chosen',
  kinds: {
    eoa: 'Account',
    smartAccount: 'Smart account',
    payment: 'Payment',
    ordinals: 'Ordinals',
  },
  disconnect: 'Disconnect {wallet}',
  disconnectAll: 'Disconnect all',
  disconnecting: 'Disconnecting…',
  add: 'Add a wallet',
} as const
