/**
 * Harbor's accounts on Solana in a consumer's page, as its extension would share them on the public network. It always says
 * yes, and signs nothing. Its address stands in the page's address.
 */
import { registerWallet } from '@wallet-standard/wallet'
import bs58 from 'bs58'
import { createApproval } from '../../sandbox/people/wallets/approval.ts'
import { harborInfo } from '../../sandbox/people/wallets/harbor.ts'
import { createStandardWallet } from '../../sandbox/people/wallets/standard-wallet.ts'

const address = new URLSearchParams(location.search).get('solana') ?? ''
const approval = createApproval(() => {})
approval.autoApprove = true
const { wallet } = createStandardWallet({
  name: harborInfo.name,
  icon: harborInfo.icon,
  chain: 'solana:mainnet',
  families: ['standard'],
  accounts: [{ address, publicKey: bs58.decode(address) }],
  lies: [],
  key: 'harbor-wallet-solana',
  features: {
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction() {
        throw new Error('It signs nothing.')
      },
    },
  },
  site: location.host,
  approval,
  storage: localStorage,
})
registerWallet(wallet)
