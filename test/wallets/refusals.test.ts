import { describe, expect, it } from 'vitest'
import { isNotSent } from '../../src/wallets/is-not-sent.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { solanaCalls } from '../../src/wallets/solana/calls.ts'
import { toWalletError } from '../../src/wallets/wallet-error.ts'
import { fromJsonRpcError } from '../../worker/walletconnect/json-rpc-error.ts'

const named = (name: string, message: string, part: object = {}) =>
  Object.assign(new Error(message), { name, ...part })

describe.each<[string, readonly unknown[]]>([
  [
    'MetaMask, Rabby, OKX and Coinbase',
    [
      { code: 4001, message: 'User rejected the request.' },
      { code: 4001 },
      { code: '4001', message: 'Canceled' },
      { code: -32603, message: 'Internal JSON-RPC error.', data: { code: 4001, message: 'x' } },
      { error: { code: 4001 } },
      { code: -32603, message: 'MetaMask Tx Signature: User denied transaction signature.' },
      { code: 4001, message: 'User denied account authorization' },
      { message: 'User closed modal' },
      { message: 'The user rejected the request through the wallet.' },
      { code: 5750, message: 'EIP-7702 not supported' },
    ],
  ],
  [
    'ethers, viem and web3',
    [
      { code: 'ACTION_REJECTED', message: 'user rejected transaction' },
      named('UserRejectedRequestError', ''),
      named('TransactionExecutionError', 'x', { cause: named('UserRejectedRequestError', 'x') }),
    ],
  ],
  [
    'WalletConnect',
    [
      { code: 5000, message: 'User rejected.' },
      { code: 5000, message: 'Request rejected' },
      { code: 5001, message: 'User rejected chains.' },
      { code: 5002, message: 'User disapproved requested methods' },
      { code: -32000, message: 'User canceled' },
      { code: -32603, message: 'Rejected by user' },
      { message: 'User Rejected' },
      { message: 'user reject this request' },
    ],
  ],
  [
    'Phantom, Solflare and Backpack',
    [
      { code: 4001, message: 'User rejected the request.' },
      named('WalletSignTransactionError', 'Transaction rejected'),
      named('WalletSendTransactionError', 'User rejected the request.'),
      { message: 'Approval Denied' },
      new Error('Plugin Closed'),
      { message: 'Wallet Standard: Transaction cancelled' },
      { message: 'User canceled the request' },
      { message: 'Signing aborted by user' },
      'cancelled',
      { message: 'cancel' },
    ],
  ],
  [
    'Xverse, Leather and UniSat',
    [
      { code: -32000, message: 'User rejected request to sign a psbt' },
      { error: { code: -32000, message: 'User rejected the request' } },
      { code: 'USER_REJECTION', message: 'cancelled' },
      { code: 4001, message: 'User rejected signing' },
      { message: 'User cancelled' },
      { message: 'User declined to sign' },
      { message: 'Request canceled.' },
      { code: 1, message: '用户拒绝' },
    ],
  ],
  [
    'Ledger',
    [
      { message: 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)' },
      named('TransportStatusError', 'x', { statusCode: 0x6985 }),
      { code: -32603, message: 'x', data: { originalError: { statusCode: 0x6985 } } },
      named('UserRefusedOnDevice', 'Something'),
      { message: 'Ledger device: UNKNOWN_ERROR (0x5501)' },
    ],
  ],
  [
    'Trezor',
    [
      { code: 'Failure_ActionCancelled', message: 'Action cancelled by user' },
      { code: 'Method_Cancel', message: 'Cancelled' },
      { code: 4001, message: 'Popup closed' },
      { message: 'Permissions not granted' },
    ],
  ],
])('[D15] A decline by a user of %s', (_, errors) => {
  it.each(errors.map((error) => [error]))(
    'is reported as wallet_declined, and the payment as not sent: %o',
    (error) => {
      const read = toWalletError(error, 'Harbor')
      expect(read).toMatchObject({ code: 'wallet_declined', message: 'Declined in Harbor.' })
      expect(isNotSent(read)).toBe(true)
    },
  )
})

it.each(['User rejected the request. Nothing was sent.', 'User canceled. The transaction was not sent.'])(
  '[D15] an error message counts as a decline even if it also says that nothing was sent: %s',
  (message) => {
    expect(toWalletError({ message }, 'Harbor').code).toBe('wallet_declined')
  },
)

describe('[D15] A wallet error other than a decline', () => {
  it.each<[unknown]>([
    [{ code: -32003, message: 'Transaction rejected' }],
    [{ code: -32000, message: 'Transaction was rejected' }],
    [{ code: -32000, message: 'transaction underpriced' }],
    [{ code: -32603, message: 'The user did not respond in time; request cancelled' }],
    [{ code: 'TRANSACTION_REPLACED', reason: 'cancelled', message: 'transaction was replaced' }],
    [named('WalletSendTransactionError', 'Transaction rejected by the cluster')],
    [{ code: -32000, message: 'user operation reverted' }],
    [{ message: 'Rejected by the network' }],
    [{ message: 'The popup was closed' }],
    [{ message: 'Popup closed' }],
    [{ message: 'User closed the window' }],
    ['Request timed out or user rejected'],
    ['Request timed out or was rejected by the user'],
    [{ message: 'Transaction sent, but the user closed the modal' }],
    [{ message: 'The transaction was submitted. Confirmation cancelled by the user.' }],
    [{ message: `User cancelled the confirmation of 0x${'ab'.repeat(32)}` }],
    [{ code: -32603, message: 'Request rejected' }],
    [{ code: -32000, message: 'Request denied' }],
    [{ code: -32603, message: 'Internal JSON-RPC error.', data: { message: 'rejected' } }],
    [{ code: -32603, data: { message: 'cancelled' } }],
    [{ message: 'Failed', cause: { message: 'Request denied' } }],
    [{ message: 'Request rejected by the gateway' }],
    [{ message: `User rejected${' '.repeat(5)}${'x'.repeat(300)} already known` }],
    [{ code: 4900, message: 'Disconnected' }],
    ['Request expired'],
  ])('leaves the payment counted as possibly sent: %o', (error) => {
    const read = toWalletError(error, 'Harbor')
    expect(read.code).not.toBe('wallet_declined')
    expect(isNotSent(read)).toBe(false)
  })
})

it.each([
  [5000, 'User rejected.'],
  [5001, 'no'],
  [-32000, 'User canceled'],
  [-32603, 'Rejected by user'],
  [-32000, 'Approval Denied'],
])(
  '[D15] an error over WalletConnect counts as a decline by its code or its message: %i %s',
  (code, message) => {
    expect(fromJsonRpcError({ code, message })).toMatchObject({ code: 'wallet_declined' })
  },
)

it('[D15] a payment counts as not sent if the wallet no longer shares the paying Solana account', async () => {
  const provider = {
    accounts: [],
    features: { 'solana:signAndSendTransaction': { signAndSendTransaction() {} } },
  }
  const account = { address: 'x', caipNetworkId: 'solana:devnet', connector: { name: 'Harbor', provider } }
  const request = { namespace: 'solana', transaction: Uint8Array.of(1) } as const
  const sent = solanaCalls.sendTransaction!(account as unknown as ConnectedAccount, request)
  await expect(sent).rejects.toMatchObject({ context: { isAsked: false } })
  await sent.catch((error) => expect(isNotSent(error)).toBe(true))
})
