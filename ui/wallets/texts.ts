/** Texts for connected wallets. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('wallets', {
  wallets: 'Wallets',
  accounts: '{wallet} accounts',
  /** Marks the account that is selected in its namespace, even while another namespace is active. */
  selected: 'Selected',
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
})
