/** Texts of the connected wallets. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('wallets', {
  wallets: 'Wallets',
  accounts: '{wallet} accounts',
  /** Of the account that is used; of several kinds, also while another chain is used. */
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
