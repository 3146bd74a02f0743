import { createSignInMessage } from '@solana/wallet-standard-util'
import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import type { AccountState, ConnectedAccount } from '../../src/wallets/account.ts'
import type { CaipNetworkId, Namespace } from '../../src/core/chains/caip.ts'
import { toNetwork } from '../../src/core/chains/networks.ts'
import type { NamespaceCalls } from '../../src/wallets/namespace-calls.ts'
import { createWalletCalls } from '../../src/wallets/wallet-calls.ts'
import { evmCalls } from '../../src/wallets/evm/calls.ts'
import { formatSiwxMessage } from '../../src/core/siwx/siwx-message.ts'
import { solanaCalls } from '../../src/wallets/solana/calls.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { isNotSent } from '../../src/wallets/is-not-sent.ts'
import { canWalletSend } from '../../src/wallets/can-send.ts'

const EVM = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'
const TO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const HASH = `0x${'ab'.repeat(32)}`

const network = (id: string, ensUniversalResolver?: string) =>
  toNetwork({
    id: Number(id.split(':')[1]),
    name: id,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    contracts: ensUniversalResolver ? { ensUniversalResolver: { address: ensUniversalResolver } } : {},
  })

function connected(caipNetworkId: CaipNetworkId, address: string, more: object = {}): ConnectedAccount {
  const [namespace = ''] = caipNetworkId.split(':')
  return {
    status: 'connected',
    connector: {
      id: 'harbor',
      name: 'Harbor',
      type: 'ANNOUNCED',
      chain: namespace as Namespace,
      namespaces: [namespace as Namespace],
      restoreKey: 'example.harbor',
      provider: {},
    },
    caipAddress: `${caipNetworkId}:${address.toLowerCase()}`,
    address,
    caipNetworkId,
    network: undefined,
    allAccounts: [],
    ...more,
  }
}

/** `answers`: what the EVM wallet says to each method; a function may do something first. */
function page(
  account: AccountState,
  {
    answers = {},
    calls = evmCalls,
    loadCalls = async () => calls,
    provider,
    networks = [network('eip155:1', '0xresolver')],
  }: {
    answers?: Record<string, unknown>
    calls?: NamespaceCalls
    loadCalls?: () => Promise<NamespaceCalls>
    provider?: unknown
    networks?: ReturnType<typeof network>[]
  } = {},
) {
  const asked: [method: string, params: unknown][] = []
  const commands: [command: string, input: unknown][] = []
  const evm = {
    async request({ method, params }: { method: string; params: unknown }) {
      asked.push([method, params])
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer() : answer
    },
  }
  const of = (one: AccountState): AccountState =>
    one.status === 'connected' ? { ...one, connector: { ...one.connector, provider: provider ?? evm } } : one
  let now = of(account)
  const state = {
    set account(next: AccountState) {
      now = of(next)
    },
  }
  const wallet = createWalletCalls({
    networks,
    getAccount: () => now,
    getAdapter: () => ({ loadCalls }),
    call: (async (command: string, input: unknown) => {
      commands.push([command, input])
      return command === 'encodeCall' ? '0xa9059cbb' : 'answered'
    }) as never,
  })
  return { wallet, asked, commands, state }
}

const onEthereum = connected('eip155:1', EVM)

describe('[S3] [A150] Revoking a smart session in an EVM wallet', () => {
  const session = { id: 'b5c1d0f2', context: '0x51c0' }
  const account = onEthereum.caipAddress
  const permissions = [
    'wallet_revokePermissions',
    [{ address: EVM, pci: 'b5c1d0f2', permissionsContext: '0x51c0' }],
  ]
  const message = `Revoke a smart session

Account: ${account}
Session: b5c1d0f2
Permissions context: 0x51c0`
  const text = `0x${Buffer.from(message).toString('hex')}`
  const rpcError = (code: number, words: string) => Object.assign(new Error(words), { code })

  it('calls wallet_revokePermissions with the session’s permissions context', async () => {
    const { wallet, asked } = page(onEthereum, { answers: { wallet_revokePermissions: '0x51' } })
    await expect(wallet.signRevocation(account, session)).resolves.toBe('0x51')
    expect(asked).toEqual([permissions])
  })

  it.each<[string, unknown]>([
    ['does not know wallet_revokePermissions', rpcError(-32601, 'Method not found')],
    ['does not support wallet_revokePermissions', rpcError(4200, 'Unsupported')],
    ['rejects the parameters of wallet_revokePermissions', rpcError(-32602, 'Invalid params')],
    ['answers null', null],
    ['answers an empty object, as the standard says', {}],
    ['answers undefined', undefined],
  ])('falls back to a signed message that names the session if the wallet %s', async (_, answer) => {
    const { wallet, asked } = page(onEthereum, {
      answers: { wallet_revokePermissions: answer, personal_sign: '0x52' },
    })
    await expect(wallet.signRevocation(account, session)).resolves.toBe('0x52')
    expect(asked).toEqual([permissions, ['personal_sign', [text, EVM]]])
  })

  it.each<[string, unknown, unknown]>([
    ['wallet_declined', rpcError(4001, 'User rejected'), '0x52'],
    ['wallet_declined', null, rpcError(4001, 'User rejected')],
    ['wallet_busy', rpcError(-32002, 'Already pending'), '0x52'],
    ['wallet_failed', rpcError(-32603, 'Internal error'), '0x52'],
    ['wallet_bad_answer', 'revoked', '0x52'],
    ['wallet_bad_answer', '0x', '0x52'],
    ['wallet_bad_answer', null, 7],
  ])(
    'fails with %s if the wallet answers with an error or an invalid value, and does not repeat the request (case %#)',
    async (code, answer, signed) => {
      const { wallet, asked } = page(onEthereum, {
        answers: { wallet_revokePermissions: answer, personal_sign: signed },
      })
      await expect(wallet.signRevocation(account, session)).rejects.toMatchObject({ code })
      expect(asked).toHaveLength(answer === null ? 2 : 1)
    },
  )

  it('fails if the user switches accounts before the wallet is asked or before the wallet answers', async () => {
    const other = connected('eip155:1', TO)
    const before = page(other, { answers: { wallet_revokePermissions: '0x51' } })
    await expect(before.wallet.signRevocation(account, session)).rejects.toMatchObject({
      code: 'account_changed',
    })
    expect(before.asked).toEqual([])
    const after = page(onEthereum, {
      answers: { wallet_revokePermissions: () => ((after.state.account = other), '0x51') },
    })
    await expect(after.wallet.signRevocation(account, session)).rejects.toMatchObject({
      code: 'account_changed',
    })
  })
})

describe('[A156] wallet() with an EVM wallet', () => {
  it('passes a message to the wallet’s personal_sign as hex', async () => {
    const { wallet, asked } = page(onEthereum, { answers: { personal_sign: '0x5161' } })
    await expect(wallet.signMessage({ message: 'Tide ±1' })).resolves.toBe('0x5161')
    expect(asked).toEqual([['personal_sign', ['0x5469646520c2b131', EVM]]])
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['bytes', new TextEncoder().encode('Tide')],
    ['an object', {}],
  ])('[D50] rejects, before the wallet is asked, a message that is %s', async (_, message) => {
    const { wallet, asked } = page(onEthereum, { answers: { personal_sign: '0x5161' } })
    await expect(wallet.signMessage({ message } as never)).rejects.toMatchObject({ code: 'transaction_bad' })
    expect(asked).toEqual([])
  })

  it.each<object>([
    { value: '1000000000000000000' },
    { value: '0x1' },
    { value: 1 },
    { value: 1.5 },
    { value: -1n },
    { value: 1n << 256n },
    { value: null },
    { gas: '21000' },
    { gas: -1n },
    { nonce: -1 },
    { nonce: 1.5 },
    { nonce: '7' },
    { nonce: 7n },
    { maxFeePerGas: 7 },
    { maxPriorityFeePerGas: '0x1' },
    { gasPrice: -1n },
    { data: 'transfer' },
    { data: '0x123' },
    { data: 7 },
    { to: undefined },
    { to: `${TO}00` },
  ])('[D50] rejects a malformed transaction before the wallet is asked: %o', async (part) => {
    const { wallet, asked } = page(onEthereum, {
      answers: { eth_sendTransaction: HASH, eth_estimateGas: '0x5208' },
    })
    const transaction = { to: TO, ...part } as never
    const sending = wallet.sendTransaction(transaction).catch((error: unknown) => error)
    expect(await sending).toMatchObject({ code: 'transaction_bad', context: { isAsked: false } })
    await expect(wallet.estimateGas(transaction)).rejects.toMatchObject({ code: 'transaction_bad' })
    expect(asked).toEqual([])
  })

  it('sends a transaction from the connected account on the connected network', async () => {
    const { wallet, asked } = page(connected('eip155:10', EVM), { answers: { eth_sendTransaction: HASH } })
    await expect(wallet.sendTransaction({ to: TO, value: 10n ** 18n, data: '0x12' })).resolves.toBe(HASH)
    expect(asked).toEqual([
      [
        'eth_sendTransaction',
        [{ from: EVM, to: TO, chainId: '0xa', value: '0xde0b6b3a7640000', data: '0x12' }],
      ],
    ])
  })

  it('sends a transaction with the given nonce and fees', async () => {
    const { wallet, asked } = page(onEthereum, { answers: { eth_sendTransaction: HASH } })
    await wallet.sendTransaction({ to: TO, nonce: 0, maxFeePerGas: 17n, maxPriorityFeePerGas: 1n })
    await wallet.sendTransaction({ to: TO, nonce: 300, gasPrice: 16n })
    expect(asked.map(([, params]) => (params as unknown[])[0])).toEqual([
      { from: EVM, to: TO, chainId: '0x1', nonce: '0x0', maxFeePerGas: '0x11', maxPriorityFeePerGas: '0x1' },
      { from: EVM, to: TO, chainId: '0x1', nonce: '0x12c', gasPrice: '0x10' },
    ])
  })

  it('calls a contract with call data that the worker encodes', async () => {
    const { wallet, asked, commands } = page(onEthereum, { answers: { eth_sendTransaction: HASH } })
    const call = { address: TO, abi: ['function transfer'], functionName: 'transfer', args: [EVM, 5n] }
    await expect(wallet.writeContract(call)).resolves.toBe(HASH)
    expect(commands).toEqual([['encodeCall', call]])
    expect(asked).toEqual([
      ['eth_sendTransaction', [{ from: EVM, to: TO, chainId: '0x1', data: '0xa9059cbb' }]],
    ])
  })

  it('estimates the gas of a transaction', async () => {
    const { wallet } = page(onEthereum, { answers: { eth_estimateGas: '0x5208' } })
    await expect(wallet.estimateGas({ to: TO })).resolves.toBe(21_000n)
  })

  it('returns the wallet’s capabilities by network', async () => {
    const atomic = { status: 'supported' }
    const { wallet, asked } = page(onEthereum, { answers: { wallet_getCapabilities: { '0x1': { atomic } } } })
    await expect(wallet.getCapabilities()).resolves.toEqual({ 'eip155:1': { atomic } })
    expect(asked).toEqual([['wallet_getCapabilities', [EVM, ['0x1']]]])
  })

  it('returns the wallet’s assets', async () => {
    const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18, price: 3000, iconUrl: '' }
    const assets = { '0x1': [{ address: 'native', balance: '0x1', type: 'NATIVE', metadata }] }
    const { wallet, asked } = page(onEthereum, { answers: { wallet_getAssets: assets } })
    await expect(wallet.walletGetAssets()).resolves.toEqual(assets)
    expect(asked).toEqual([['wallet_getAssets', [{ account: EVM, chainFilter: ['0x1'] }]]])
  })

  it.each([
    ['signMessage', { message: 'Tide' }, 'personal_sign', 'no hex'],
    ['sendTransaction', { to: TO }, 'eth_sendTransaction', '0x12'],
    ['estimateGas', { to: TO }, 'eth_estimateGas', '0x'],
    ['estimateGas', { to: TO }, 'eth_estimateGas', 21_000],
    ['getCapabilities', undefined, 'wallet_getCapabilities', null],
    ['getCapabilities', undefined, 'wallet_getCapabilities', { '0x1': 'all' }],
    ['getCapabilities', undefined, 'wallet_getCapabilities', { one: {} }],
    ['walletGetAssets', undefined, 'wallet_getAssets', { '0x1': [{}] }],
  ] as const)(
    '[F13] rejects a malformed answer of the wallet to %s (case %#)',
    async (call, input, method, answer) => {
      const { wallet } = page(onEthereum, { answers: { [method]: answer } })
      await expect(wallet[call](input as never)).rejects.toMatchObject({
        code: 'wallet_bad_answer',
        message: 'Harbor did not answer as documented.',
      })
    },
  )

  it('reports a decline as wallet_declined', async () => {
    const no = Object.assign(new Error('User rejected'), { code: 4001 })
    const { wallet } = page(onEthereum, { answers: { personal_sign: no } })
    await expect(wallet.signMessage({ message: 'Tide' })).rejects.toMatchObject({
      code: 'wallet_declined',
      message: 'Declined in Harbor.',
    })
  })

  it('rejects, before the wallet is asked, a receiver that is not an address', async () => {
    const { wallet, asked } = page(onEthereum)
    await expect(wallet.sendTransaction({ to: TO.slice(2) })).rejects.toMatchObject({
      code: 'transaction_bad',
    })
    expect(asked).toEqual([])
  })
})

describe('[A104] The assets that an EVM wallet reports', () => {
  const assetDiscovery = { supported: true }
  const answers = { wallet_getCapabilities: { '0x1': { assetDiscovery } }, wallet_getAssets: 'unchecked' }

  it('are read for the connected account', async () => {
    const { wallet } = page(onEthereum, { answers })
    await expect(wallet.discoverAssets(onEthereum.caipAddress)).resolves.toBe('unchecked')
  })

  it('are not read for an account that is not connected', async () => {
    const { wallet, asked } = page(onEthereum, { answers })
    await expect(wallet.discoverAssets(`eip155:1:${TO}`)).resolves.toBeUndefined()
    expect(asked).toEqual([])
  })

  it('are not read if the wallet lacks the capability assetDiscovery', async () => {
    const { wallet, asked } = page(onEthereum, {
      answers: { ...answers, wallet_getCapabilities: { '0x1': {} } },
    })
    await expect(wallet.discoverAssets(onEthereum.caipAddress)).resolves.toBeUndefined()
    expect(asked.map(([method]) => method)).toEqual(['wallet_getCapabilities'])
  })

  it('are read at each poll, after a single request for the wallet’s capabilities', async () => {
    const { wallet, asked } = page(onEthereum, { answers })
    for (let poll = 0; poll < 3; poll++)
      await expect(wallet.discoverAssets(onEthereum.caipAddress)).resolves.toBe('unchecked')
    const methods = asked.map(([method]) => method)
    expect(methods.filter((method) => method === 'wallet_getCapabilities')).toHaveLength(1)
    expect(methods.filter((method) => method === 'wallet_getAssets')).toHaveLength(3)
  })

  it.each(['wallet_getCapabilities', 'wallet_getAssets'])(
    'are not read while an earlier %s is unanswered, and are read once the wallet has answered',
    async (method) => {
      let answer: (value: unknown) => void = () => {}
      const late = () => new Promise((resolve) => (answer = resolve))
      const slow: Record<string, unknown> = { ...answers, [method]: late }
      const { wallet, asked } = page(onEthereum, { answers: slow })
      const first = wallet.discoverAssets(onEthereum.caipAddress)
      await eventually(() => expect(asked.at(-1)?.[0]).toBe(method))
      const before = asked.length
      await expect(wallet.discoverAssets(onEthereum.caipAddress)).resolves.toBeUndefined()
      expect(asked).toHaveLength(before)
      slow[method] = answers[method as keyof typeof answers]
      answer(slow[method])
      await expect(first).resolves.toBe('unchecked')
      await expect(wallet.discoverAssets(onEthereum.caipAddress)).resolves.toBe('unchecked')
    },
  )

  it('are not requested any more once the wallet has rejected wallet_getCapabilities as unknown', async () => {
    const unknown = Object.assign(new Error('Unknown method'), { code: 4200 })
    const { wallet, asked } = page(onEthereum, { answers: { wallet_getCapabilities: unknown } })
    await expect(wallet.discoverAssets(onEthereum.caipAddress)).rejects.toThrow()
    await expect(wallet.discoverAssets(onEthereum.caipAddress)).resolves.toBeUndefined()
    expect(asked).toHaveLength(1)
  })
})

describe('[A156] The ENS lookups of wallet()', () => {
  it.each([
    ['getEnsAddress', 'ensAddress'],
    ['getEnsAvatar', 'ensAvatar'],
  ] as const)('include %s, which the worker answers', async (call, command) => {
    const { wallet, commands } = page({ status: 'disconnected' })
    await expect(wallet[call]({ name: 'mara.eth' })).resolves.toBe('answered')
    expect(commands).toEqual([[command, { name: 'mara.eth', caipNetworkId: 'eip155:1' }]])
  })

  it('use the account’s network if it has ENS, or else Ethereum', async () => {
    const networks = [network('eip155:1', '0xa'), network('eip155:10'), network('eip155:11', '0xb')]
    for (const [id, expected] of [
      ['eip155:11', 'eip155:11'],
      ['eip155:10', 'eip155:1'],
    ] as const) {
      const { wallet, commands } = page(connected(id, EVM), { networks })
      await wallet.getEnsAddress({ name: 'mara.eth' })
      expect(commands).toEqual([['ensAddress', { name: 'mara.eth', caipNetworkId: expected }]])
    }
  })

  it('[A183] fail if none of the page’s networks has ENS', async () => {
    const { wallet } = page(onEthereum, { networks: [network('eip155:1')] })
    await expect(wallet.getEnsAddress({ name: 'mara.eth' })).rejects.toMatchObject({
      code: 'network_missing',
      message: expect.stringContaining('No ActiveCaipNetwork or client found'),
    })
  })
})

describe('[A156] wallet() with a wallet of a chain other than Ethereum', () => {
  const solana = connected(
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  )

  it('calls the adapter of the connected wallet’s chain', async () => {
    const sendTransaction = async (_: object, { transaction }: { transaction?: Uint8Array }) =>
      `sent ${transaction}`
    const signMessage = async ({ address }: ConnectedAccount, message: string) => `${message} by ${address}`
    const { wallet } = page(solana, { calls: { signMessage, sendTransaction } as NamespaceCalls })
    await expect(wallet.signMessage({ message: 'Tide' })).resolves.toBe(`Tide by ${solana.address}`)
    const transaction = new Uint8Array([1, 2])
    await expect(wallet.sendTransaction({ namespace: 'solana', transaction })).resolves.toBe('sent 1,2')
  })

  it.each(['signMessage', 'sendTransaction'] as const)(
    'fails with call_unsupported if the adapter has no %s',
    async (name) => {
      const { wallet } = page(solana, { calls: {} })
      const input = { message: 'Tide', namespace: 'solana', transaction: new Uint8Array() } as const
      await expect(wallet[name](input)).rejects.toMatchObject({ code: 'call_unsupported' })
    },
  )
})

describe('[A156] wallet() with a Solana wallet', () => {
  const address = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  const mainnet = connected('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address)
  const own = { address, publicKey: new Uint8Array(32), chains: [], features: [] }
  const signature = Uint8Array.from({ length: 64 }, (_, at) => at)
  const transaction = new Uint8Array([1, 2])

  function solanaPage(answer: unknown, more: object = {}) {
    const inputs: unknown[] = []
    async function sign(...given: unknown[]) {
      inputs.push(...given)
      if (answer instanceof Error) throw answer
      return answer
    }
    const features = {
      'solana:signMessage': { signMessage: sign },
      'solana:signAndSendTransaction': { signAndSendTransaction: sign },
    }
    const provider = { accounts: [own], features, ...more }
    return { ...page(mainnet, { calls: solanaCalls, provider }), inputs }
  }

  it('signs a message with the wallet’s own account object, and returns the signature in base58', async () => {
    const { wallet, inputs } = solanaPage([{ signature }])
    await expect(wallet.signMessage({ message: 'Tide ±1' })).resolves.toBe(bs58.encode(signature))
    expect(inputs).toEqual([{ account: own, message: new TextEncoder().encode('Tide ±1') }])
    expect((inputs[0] as { account: unknown }).account).toBe(own)
  })

  it('[D27] signs a message, and also returns the bytes that were signed if the wallet has changed the message', async () => {
    const message = new TextEncoder().encode('Tide')
    const heard: string[] = []
    const ask = (signedMessage: unknown) => {
      const { wallet } = solanaPage([{ signature, signedMessage }])
      return wallet.signMessage({ message: 'Tide' }, (signed) => heard.push(signed))
    }
    for (const nothing of [undefined, message, 'Tide', null, new Uint8Array(20_000)])
      await expect(ask(nothing)).resolves.toBe(bs58.encode(signature))
    expect(heard).toEqual([])
    const prefixed = Uint8Array.from([0xff, ...message])
    await expect(ask(prefixed)).resolves.toBe(bs58.encode(signature))
    expect(heard).toEqual([bs58.encode(prefixed)])
  })

  describe('[D27] A sign-in with the wallet’s sign-in feature', () => {
    const text = formatSiwxMessage(
      {
        accountAddress: address,
        chainId: mainnet.caipNetworkId,
        domain: 'driftwood.example',
        uri: 'https://driftwood.example',
        version: '1',
        nonce: 'abcdefgh12345678',
        statement: 'Tide and time.',
        issuedAt: '2026-01-01T00:00:00.000Z',
        resources: ['https://driftwood.example/terms'],
      },
      'Solana',
    )
    const message = new TextEncoder().encode(text)
    const other = Uint8Array.from(signature).reverse()

    /** Signs by `other` where it signs in, by `signature` where it signs a message. */
    async function signIn(answer: (input: object) => unknown, asked = text) {
      const { wallet, inputs } = solanaPage([{ signature }], {
        features: {
          'solana:signMessage': { signMessage: async () => [{ signature }] },
          'solana:signIn': { signIn: async (input: object) => answer(input) },
        },
      })
      const heard: string[] = []
      const signed = await wallet.signMessage({ message: asked }, (said) => heard.push(said))
      return { by: signed === bs58.encode(other) ? 'sign-in' : 'message', heard, inputs }
    }
    const answered = (signedMessage: unknown, account: object = own) => [
      { account, signature: other, signedMessage },
    ]

    it('accepts the sign-in message composed by the wallet if that message equals the requested text', async () => {
      const signed = await signIn((input) => answered(createSignInMessage(input as never)))
      expect(signed).toMatchObject({ by: 'sign-in', heard: [] })
    })

    it('accepts an off-chain message that ends with the requested text, and returns the message’s bytes', async () => {
      const prefixed = Uint8Array.from([0xff, ...message])
      expect(await signIn(() => answered(prefixed))).toMatchObject({
        by: 'sign-in',
        heard: [bs58.encode(prefixed)],
      })
    })

    it.each<[string, () => unknown]>([
      ['fails', () => Promise.reject(new Error('It broke'))],
      ['answers undefined', () => undefined],
      ['signs a different text', () => answered(new TextEncoder().encode('Tide'))],
      ['does not return the signed message', () => answered(undefined)],
      ['signs for a different account', () => answered(message, { ...own, address: 'x' })],
    ])('signs the requested text as an ordinary message if the wallet %s', async (_, answer) => {
      expect(await signIn(answer)).toMatchObject({ by: 'message' })
    })

    it('signs the requested text as an ordinary message if that text is not a sign-in message', async () => {
      expect(await signIn(() => answered(message), 'Tide')).toMatchObject({ by: 'message' })
    })

    it('fails as wallet_declined, and does not ask the wallet a second time, if the user declines', async () => {
      const no = () => Promise.reject(Object.assign(new Error('No'), { code: 4001 }))
      await expect(signIn(no)).rejects.toMatchObject({ code: 'wallet_declined' })
    })
  })

  it('sends a transaction on the connected network', async () => {
    const { wallet, inputs } = solanaPage([{ signature }])
    const sent = wallet.sendTransaction({ namespace: 'solana', transaction })
    await expect(sent).resolves.toBe(bs58.encode(signature))
    expect(inputs).toEqual([{ account: own, chain: 'solana:mainnet', transaction }])
  })

  it.each([undefined, [], [{}], [{ signature: 'none' }], [{ signature: new Uint8Array(63) }]])(
    '[F13] rejects an answer without a valid signature (case %#)',
    async (answer) => {
      const { wallet } = solanaPage(answer)
      await expect(wallet.signMessage({ message: 'Tide' })).rejects.toMatchObject({
        code: 'wallet_bad_answer',
      })
    },
  )

  it('reports a decline as wallet_declined, and any other failure as wallet_failed', async () => {
    const no = Object.assign(new Error('User rejected'), { code: 4001 })
    await expect(solanaPage(no).wallet.signMessage({ message: 'Tide' })).rejects.toMatchObject({
      code: 'wallet_declined',
    })
    await expect(solanaPage(new Error('no')).wallet.signMessage({ message: 'Tide' })).rejects.toMatchObject({
      code: 'wallet_failed',
    })
  })

  it('fails if the wallet no longer shares the account or cannot sign messages', async () => {
    const { wallet, inputs } = solanaPage([{ signature }], { accounts: [] })
    await expect(wallet.signMessage({ message: 'Tide' })).rejects.toMatchObject({ code: 'wallet_failed' })
    expect(inputs).toEqual([])
    const without = solanaPage([{ signature }], { features: {} }).wallet
    await expect(without.signMessage({ message: 'Tide' })).rejects.toMatchObject({ code: 'call_unsupported' })
  })

  describe('[D18] A payment', () => {
    /** One signature, and a message. */
    const signed = Uint8Array.from({ length: 70 }, (_, at) => (at === 0 ? 1 : at))
    const id = bs58.encode(signed.slice(1, 65))
    const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

    function signPage(answer: unknown, said: Record<string, unknown> = {}) {
      const sign = async () => {
        if (answer instanceof Error) throw answer
        return answer
      }
      const features = { 'solana:signTransaction': { signTransaction: sign } }
      const asked: string[] = []
      const call = async (command: string, input: unknown) => {
        asked.push(command)
        const told =
          command in said ? said[command] : (input as { answer?: { signed: unknown } }).answer?.signed
        if (told instanceof Error) throw told
        return told
      }
      const account = connected(caipNetworkId, address)
      account.connector.provider = { accounts: [own], features }
      return {
        asked,
        sent: solanaCalls.sendTransaction!(account, { namespace: 'solana', transaction }, call as never),
      }
    }

    it('is sent through the node once the wallet has signed the transaction, if the wallet can sign but not send', async () => {
      const { sent, asked } = signPage([{ signedTransaction: signed }])
      await expect(sent).resolves.toBe(id)
      expect(asked).toEqual(['readSignedSolana', 'sendSolana'])
    })

    it('is not sent if the wallet did not sign the requested transaction', async () => {
      for (const { sent, asked } of [
        signPage([{ signedTransaction: signed }], { readSignedSolana: undefined }),
        signPage([{ signedTransaction: 'none' }]),
        signPage([]),
      ]) {
        await expect(sent).rejects.toMatchObject({ code: 'payment_changed' })
        await sent.catch((error) => expect(isNotSent(error)).toBe(true))
        expect(asked).not.toContain('sendSolana')
      }
    })

    it('is not sent if the worker cannot read the signed transaction', async () => {
      const { sent } = signPage([{ signedTransaction: signed }], {
        readSignedSolana: new Error('worker gone'),
      })
      await sent.catch((error) => expect(isNotSent(error)).toBe(true))
      await expect(sent).rejects.toThrow()
    })

    it('fails with the node’s error if the node refuses the transaction', async () => {
      const refusal = new BillfoldError('transaction_bad', 'no')
      const { sent } = signPage([{ signedTransaction: signed }], { sendSolana: refusal })
      await expect(sent).rejects.toBe(refusal)
    })

    it('returns its signature even if the node does not answer, so that the page can look for the payment', async () => {
      const { sent } = signPage([{ signedTransaction: signed }], { sendSolana: new Error('timed out') })
      await expect(sent).resolves.toBe(id)
    })

    it('fails as wallet_declined if the user declines', async () => {
      const { sent } = signPage(new Error('Approval Denied'))
      await expect(sent).rejects.toMatchObject({ code: 'wallet_declined' })
    })

    it.each<[string, object, readonly string[], boolean]>([
      ['both: possible', { 'solana:signTransaction': 1, 'solana:signAndSendTransaction': 1 }, [], true],
      ['signing only: possible', { 'solana:signTransaction': 1 }, ['solana:signTransaction'], true],
      ['neither: impossible', { 'solana:signMessage': 1 }, [], false],
      [
        'neither for this account: impossible',
        { 'solana:signTransaction': 1 },
        ['solana:signMessage'],
        false,
      ],
    ])(
      'is possible, as canWalletSend says, only if the wallet can sign or send for the account (the wallet supports %s)',
      (_, has, shared, expected) => {
        const methods = Object.entries(has).map(([feature]) => [feature, { [feature.split(':')[1]!]() {} }])
        const account = connected(caipNetworkId, address)
        account.connector.provider = {
          accounts: [{ ...own, features: shared }],
          features: Object.fromEntries(methods),
        }
        expect(canWalletSend(account)).toBe(expected)
      },
    )
  })

  it('rejects an invalid Solana transaction before the wallet is asked', async () => {
    const { wallet, inputs } = solanaPage([{ signature }])
    await expect(
      wallet.sendTransaction({ namespace: 'solana', transaction: 'AQI=' as never }),
    ).rejects.toMatchObject({ code: 'transaction_bad' })
    expect(inputs).toEqual([])
  })
})

describe('A request of wallet()', () => {
  it('fails with code_missing if the code for the request cannot be loaded', async () => {
    const { wallet } = page(onEthereum, { loadCalls: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(wallet.signMessage({ message: 'Tide' })).rejects.toMatchObject({ code: 'code_missing' })
  })

  it('[F14] does not reach the wallet if the account changes while the code for the request loads', async () => {
    const { wallet, asked, state } = page(onEthereum, {
      async loadCalls() {
        state.account = connected('eip155:10', EVM)
        return evmCalls
      },
    })
    await expect(wallet.sendTransaction({ to: TO })).rejects.toMatchObject({ code: 'account_changed' })
    expect(asked).toEqual([])
  })

  it('[F28] does not reach the wallet if it is cancelled while the code for the request loads', async () => {
    let load: ((calls: NamespaceCalls) => void) | undefined
    const { wallet, asked } = page(onEthereum, {
      loadCalls: () => new Promise((resolve) => (load = resolve)),
    })
    let isWanted = true
    const sending = wallet.sendTransaction({ to: TO }, () => {
      if (!isWanted) throw new Error('given up')
    })
    await eventually(() => expect(load).toBeDefined())
    isWanted = false
    load!(evmCalls)
    await expect(sending).rejects.toThrow('given up')
    expect(asked).toEqual([])
  })

  it.each([
    ['account', connected('eip155:1', TO)],
    ['network', connected('eip155:10', EVM)],
  ])(
    '[F27] does not reach the wallet if the %s changes just before the wallet would be asked',
    async (_, next) => {
      const { wallet, asked, state } = page(onEthereum, {
        loadCalls: async () => ({
          get sendTransaction() {
            state.account = next
            return evmCalls.sendTransaction!
          },
        }),
      })
      await expect(wallet.sendTransaction({ to: TO })).rejects.toMatchObject({ code: 'account_changed' })
      expect(asked).toEqual([])
    },
  )
})

describe('The account for a request of wallet()', () => {
  it('[A182] must be connected', async () => {
    const { wallet } = page({ status: 'disconnected' })
    for (const call of [
      wallet.signMessage({ message: 'Tide' }),
      wallet.sendTransaction({ to: TO }),
      wallet.writeContract({ address: TO, abi: [], functionName: 'transfer' }),
      wallet.getCapabilities(),
    ]) {
      await expect(call).rejects.toMatchObject({
        code: 'account_missing',
        message: expect.stringContaining('No ActiveCaipAddress found'),
      })
    }
  })

  it('[A183] must be on a network of the page if the request is a payment or a gas estimate', async () => {
    const { wallet, asked } = page(connected('eip155:5', EVM, { unsupported: true }))
    for (const call of [
      wallet.sendTransaction({ to: TO }),
      wallet.writeContract({ address: TO, abi: [], functionName: 'transfer' }),
      wallet.estimateGas({ to: TO }),
    ]) {
      await expect(call).rejects.toMatchObject({
        code: 'network_missing',
        message: expect.stringContaining('No ActiveCaipNetwork or client found'),
      })
    }
    expect(asked).toEqual([])
  })

  it.each([
    ['a different account', connected('eip155:1', TO)],
    ['on a different network', connected('eip155:10', EVM)],
    ['disconnected', { status: 'disconnected' }],
  ] satisfies [string, AccountState][])(
    '[F14] must stay the same until the wallet has signed, or the signature is rejected (account afterwards: %s)',
    async (_, next) => {
      const answers = {
        personal_sign: () => {
          state.account = next
          return '0x5161'
        },
      }
      const { wallet, state } = page(onEthereum, { answers })
      await expect(wallet.signMessage({ message: 'Tide' })).rejects.toMatchObject({ code: 'account_changed' })
    },
  )

  it('[F14] must stay the same while the worker encodes a contract call', async () => {
    const { wallet, asked, state } = page(onEthereum, { answers: { eth_sendTransaction: HASH } })
    const sending = wallet.writeContract({ address: TO, abi: [], functionName: 'transfer' })
    state.account = connected('eip155:1', TO)
    await expect(sending).rejects.toMatchObject({ code: 'account_changed' })
    expect(asked).toEqual([])
  })
})
