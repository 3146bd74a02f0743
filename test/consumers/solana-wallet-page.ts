/**
 * A Solana wallet with Harbor's accounts in a consumer's page, as an extension would share them on the public network.
 * It approves every request and signs nothing. Its address is in the page's query.
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
        throw new Error('This wallet cannot sign.')
      },
    },
  },
  site: location.host,
  approval,
  storage: localStorage,
})
registerWallet(wallet)
