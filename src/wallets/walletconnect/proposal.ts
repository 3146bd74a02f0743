/**
 * The proposal of a pairing. All of it is optional, so that a wallet can approve what it supports.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference
 */
import type { Namespace } from '../../core/chains/caip.ts'
import type { Network } from '../../core/chains/networks.ts'
import type { WalletConnectProposal } from '../../core/contract/walletconnect.ts'

const EVENTS = ['chainChanged', 'accountsChanged']

const wishes: Record<Namespace, { methods: readonly string[]; events: readonly string[] }> = {
  eip155: {
    methods: [
      'personal_sign',
      'eth_sign',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTypedData_v4',
      'eth_signTransaction',
      'eth_sendTransaction',
      'eth_sendRawTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_getCapabilities',
      'wallet_getAssets',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
    ],
    events: EVENTS,
  },
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events: EVENTS,
  },
  bip122: {
    methods: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
    events: ['bip122_addressesChanged', ...EVENTS],
  },
  polkadot: { methods: ['polkadot_signMessage', 'polkadot_signTransaction'], events: EVENTS },
  cosmos: { methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'], events: EVENTS },
}

export function toProposal(
  namespaces: readonly Namespace[],
  networks: readonly Network[],
): WalletConnectProposal {
  return Object.fromEntries(
    namespaces.flatMap((namespace) => {
      const wish = wishes[namespace]
      const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
      const chains = own.map(({ caipNetworkId }) => caipNetworkId)
      return chains.length > 0 ? [[namespace, { chains, ...wish }]] : []
    }),
  )
}
