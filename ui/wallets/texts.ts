/** Of the wallets that are connected. */
export const texts = {
  wallets: 'Wallets',
  accounts: '{wallet} accounts',
  active: 'Active',
  /** Of several kinds, while another chain is active. */
  chosen: 'Selected',
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
