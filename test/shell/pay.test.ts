// @vitest-environment happy-dom
/** `billfold.pay()` through the real shell and the real views; the wallet, the worker and the chain are scripted. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Options } from '../../src/shell/options.ts'
import type { PayRequest, PayResult } from '../../src/core/payments/pay-request.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { SentRow, SentTransaction } from '../../src/core/payments/sent.ts'
import {
  checkTransfer,
  type PreparedTransfer,
  type ReceiverWarning,
  type TransferDraft,
} from '../../src/core/payments/transfer.ts'
import type { SIWXSession } from '../../src/siwx/siwx.ts'
import { evm } from '../../src/evm.ts'
import type { Adapter } from '../../src/wallets/adapter.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, type FakeWallet, toConnector } from '../fake-wallet.ts'
import { encodeTransfer } from '../encode-transfer.ts'

/** What stands in for the worker. */
const worker = vi.hoisted(() => ({
  sent: { payments: [] as unknown[], asked: [] as unknown[] },
  listeners: new Set<() => void>(),
  project: {} as object,
  answers: {} as Record<string, (input: never) => unknown>,
  calls: [] as string[],
}))
vi.mock('../../src/worker-link/link.ts', () => ({
  createLink: () => ({
    watch(topic: string, _: unknown, listener: (snapshot: Snapshot<unknown>) => void) {
      if (topic !== 'sent' && topic !== 'project') return () => {}
      const tell = () =>
        listener({
          data: { ...(topic === 'sent' ? worker.sent : worker.project) },
          fetchedAt: 1,
          status: 'fresh',
        })
      worker.listeners.add(tell)
      tell()
      return () => void worker.listeners.delete(tell)
    },
    async call(command: string, input: never) {
      worker.calls.push(command)
      return worker.answers[command]?.(input)
    },
    stop() {},
  }),
}))

const shop = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hash = `0x${'1'.repeat(64)}`
const ether: PayRequest = {
  caipNetworkId: 'eip155:1',
  asset: 'native',
  amount: 123456789012345678n,
  recipient: shop,
  memo: 'Order 1042',
}
const dollars: PayRequest = { ...ether, asset: usdc, amount: 5_000_000n }

let wallet: FakeWallet
/** How the wallet answers each payment: a hash, or what it throws. */
let answer: (transaction: Record<string, string>) => Promise<unknown>
let asked: Record<string, string>[]
let balance: bigint
let warnings: readonly ReceiverWarning[]
let billfold: Billfold
const declined = Object.assign(new Error('User rejected'), { code: 4001 })

/** Fetching the views is not what is measured. */
beforeAll(async () => {
  const { loadViews } = await import('../../ui/modal/views.ts')
  await import('../../ui/modal/mount.tsx')
  await loadViews([
    'Connect',
    'ConnectingExternal',
    'Pay',
    'SwitchNetwork',
    'Account',
    'WalletReceive',
    'SIWXSignMessage',
  ])
}, 60_000)

beforeEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
  wallet = createFakeWallet()
  asked = []
  answer = async () => hash
  balance = 10n ** 19n
  warnings = []
  worker.sent = { payments: [], asked: [] }
  worker.listeners.clear()
  worker.project = {}
  worker.calls.length = 0
  worker.answers = {
    tokenFacts: ({ asset }: { asset: string }) =>
      asset === 'native'
        ? { decimals: 18, symbol: 'ETH', name: 'Ether' }
        : { decimals: 6, symbol: 'USDC', name: 'USD Coin' },
    tokenBalance: () => ({ amount: balance, decimals: 18 }),
    prepareTransfer: ({ draft }: { draft: TransferDraft }) => prepare(draft),
    checkReceiver: () => warnings,
    trackRequest: () => worker.sent,
    prices: () => [],
  }
})
afterEach(() => billfold.destroy())

function prepare(draft: TransferDraft): PreparedTransfer {
  const check = checkTransfer(draft)
  if (check.problem !== undefined) throw new Error(check.problem)
  const { amount } = check.amount
  return {
    draft,
    amount,
    receiver: check.receiver,
    warnings,
    simulation: { status: 'passed' },
    transaction: encodeTransfer(draft.token!, check.receiver.address, amount),
  }
}

function create(options: Partial<Options> = {}): void {
  const adapter = evm()
  const provider = {
    ...wallet,
    async request(request: { method: string; params?: unknown[] }) {
      if (request.method === 'personal_sign') return `0x${'5'.repeat(130)}`
      if (request.method !== 'eth_sendTransaction') return wallet.request(request as never)
      const transaction = (request.params as Record<string, string>[])[0]!
      asked.push(transaction)
      return answer(transaction)
    },
  }
  const withWallet: Adapter = {
    ...adapter,
    loadFinder: async () => ({
      ...(await adapter.loadFinder()),
      find() {},
      watch(listener: (connectors: readonly Connector[]) => void) {
        listener([toConnector(provider as never)])
        return () => {}
      },
    }),
  }
  billfold = createBillfold({
    projectId: 'project',
    networks: [1, 137].map((id) => ({
      id,
      name: id === 1 ? 'Ethereum' : 'Polygon',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })),
    adapters: [withWallet],
    metadata: { name: 'Driftwood' },
    prefetch: 'none',
    features: { pay: true },
    ...options,
  })
}

const card = () => document.querySelector('billfold-modal')?.shadowRoot?.querySelector('.card') ?? undefined
const says = () => card()?.textContent?.replaceAll('\u00a0', ' ') ?? ''
const find = (words: RegExp) =>
  [...(card()?.querySelectorAll('button') ?? [])].find(
    (one) => words.test(one.textContent ?? '') || words.test(one.getAttribute('aria-label') ?? ''),
  )
async function press(words: RegExp): Promise<void> {
  await eventually(() => {
    const button = find(words)
    expect([words, button && !button.disabled, button ? '' : says()]).toEqual([words, true, ''])
  })
  find(words)!.click()
}
const shows = (words: string | RegExp) => eventually(() => expect(says()).toMatch(words))

/** The wallet is connected before the page asks. */
async function connect(): Promise<void> {
  const connecting = billfold.connect()
  await press(/Harbor/)
  await connecting
  await eventually(() => expect(billfold.isOpen.peek()).toBe(false))
}

/** What the network says became of what was sent. */
function settle(status: SentRow['status'], change: Partial<SentRow> = {}): void {
  const sent: SentTransaction = {
    account: `eip155:1:${(wallet.accounts as string[])[0]!.toLowerCase()}`,
    kind: 'send',
    to: shop,
    out: { symbol: 'ETH', text: '0.123456789012345678', units: String(ether.amount) },
    hash,
    sentAt: Date.now(),
  }
  worker.sent = { payments: [{ ...sent, status, ...change }], asked: [] }
  for (const tell of worker.listeners) tell()
}

/** Whether a promise has settled by now. */
async function getState(paid: Promise<PayResult>): Promise<PayResult | 'open'> {
  await new Promise((resolve) => setTimeout(resolve, 20))
  return Promise.race([paid, Promise.resolve('open' as const)])
}

describe('[S4] [A115] pay()', () => {
  it('is refused with feature_off by default, and works if the page or the dashboard enables it', async () => {
    for (const options of [{ features: {} }, { features: { pay: true }, remoteFeatures: { pay: false } }]) {
      create(options)
      await expect(billfold.pay(ether)).rejects.toMatchObject({
        code: 'feature_off',
        message: expect.stringContaining('features.pay'),
      })
      expect(billfold.isOpen.peek()).toBe(false)
      billfold.destroy()
    }
    create({ features: {}, remoteFeatures: { pay: true } })
    const paid = billfold.pay(ether)
    await shows('Driftwood asks you to pay')
    billfold.close()
    expect(await paid).toEqual({ status: 'cancelled' })
  })

  it('refuses invalid parameters at once, without opening the modal', async () => {
    create()
    await expect(billfold.pay({ ...ether, amount: 0n })).rejects.toMatchObject({ code: 'options_invalid' })
    await expect(billfold.pay({ ...ether, amount: 5 as never })).rejects.toThrow(/amount to be a bigint/)
    await expect(billfold.pay({ ...ether, caipNetworkId: 'eip155:10' })).rejects.toThrow(/eip155:1/)
    for (const nothing of [undefined, null])
      await expect(billfold.pay(nothing as never)).rejects.toThrow(/caipNetworkId/)
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('shows the page, amount and receiver, connects a wallet, pays, and resolves when the transaction is confirmed', async () => {
    create()
    const paid = billfold.pay(ether)
    await shows('Driftwood asks you to pay')
    await shows('0.123456789012345678')
    expect(says()).toContain(location.origin)
    expect(says()).toContain('ETH')
    expect(says()).toContain('Ethereum')
    expect(says()).toMatch(/Note from the site.*Order 1042/)
    expect(card()!.querySelector('.whole-address')!.getAttribute('aria-label')).toBe(shop)
    await press(/^Connect wallet/)
    await press(/Harbor/)
    await shows('Transfers can’t be undone.')
    expect(says()).toContain('Driftwood asks you to pay')
    expect(card()!.querySelector('input')).toBe(null)
    await press(/^Pay 0\.123456789012345678.ETH/)
    await eventually(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({ to: shop, value: `0x${ether.amount.toString(16)}` })
    settle('pending')
    expect(await getState(paid)).toBe('open')
    settle('confirmed')
    expect(await paid).toEqual({ status: 'confirmed', hash })
  })

  it('pays a token by calling its contract with the decimals read from the chain', async () => {
    create()
    await connect()
    const paid = billfold.pay(dollars)
    await press(/^Pay 5.USDC/)
    await eventually(() => expect(asked).toHaveLength(1))
    expect(asked[0]!['to']!.toLowerCase()).toBe(usdc.toLowerCase())
    expect(asked[0]!['data']).toContain(shop.slice(2).toLowerCase())
    expect(asked[0]!['data']).toMatch(/4c4b40$/)
    await shows(/Sending|Payment|on its way/i)
    billfold.close()
    expect(await paid).toEqual({ status: 'submitted', hash })
  })

  it('switches the wallet to the payment’s network and continues', async () => {
    wallet.caipNetworkId = '0x89'
    wallet.knows = ['0x1', '0x89']
    create()
    await connect()
    const paid = billfold.pay(ether)
    await shows('Harbor is on Polygon. This payment is on Ethereum.')
    expect(asked).toEqual([])
    await press(/^Switch to Ethereum/)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    billfold.close()
    expect(await paid).toEqual({ status: 'submitted', hash })
  })

  it('keeps showing the payment when the wallet refuses to switch networks', async () => {
    wallet.caipNetworkId = '0x89'
    wallet.person = 'approves'
    create()
    await connect()
    wallet.person = 'declines'
    const paid = billfold.pay(ether)
    await press(/^Switch to Ethereum/)
    await shows('This payment is on Ethereum.')
    billfold.close()
    expect(await paid).toEqual({ status: 'cancelled' })
    expect(asked).toEqual([])
  })

  it('shows the payment above the open view and above views that the page opens later, and closes the modal on Cancel', async () => {
    create()
    await connect()
    await billfold.open({ view: 'WalletReceive' })
    const paid = billfold.pay(ether)
    await shows('Driftwood asks you to pay')
    // Whatever else the page opens, the payment stays until it is decided.
    await billfold.open({ view: 'WalletSend' })
    await shows('Driftwood asks you to pay')
    await press(/^Cancel/)
    expect(await paid).toEqual({ status: 'cancelled' })
    expect(billfold.isOpen.peek()).toBe(false)
    await billfold.open()
    await eventually(() => expect(says()).not.toContain('asks you to pay'))
  })

  it('stays pending after the user has declined in the wallet, and resolves as cancelled when the modal closes', async () => {
    create()
    await connect()
    answer = async () => Promise.reject(declined)
    const paid = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await shows('You declined in Harbor. Nothing was sent.')
    expect(await getState(paid)).toBe('open')
    billfold.close()
    expect(await paid).toEqual({ status: 'cancelled' })
  })

  it('resolves as failed only when the network reports the failure', async () => {
    create()
    await connect()
    const paid = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    for (const status of ['pending', 'late', 'dropped', 'replaced', 'expired', 'lost'] as const) {
      settle(status)
      expect([status, await getState(paid)]).toEqual([status, 'open'])
    }
    settle('failed')
    expect(await paid).toEqual({ status: 'failed', hash })
  })

  it.each([
    ['lost', 'submitted'],
    ['mismatched', 'submitted'],
    ['replaced', 'submitted'],
    ['cancelled', 'cancelled'],
  ] as const)('for a payment that ends with the status “%s”, resolves as %s', async (status, result) => {
    create()
    await connect()
    const paid = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    settle(status, { isSettled: true })
    expect(await paid).toEqual({ status: result, hash })
  })

  it('resolves with the hash of the replacement transaction if the payment was replaced and confirmed', async () => {
    create()
    await connect()
    const other = `0x${'2'.repeat(64)}`
    const paid = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    settle('renewed', { replacedBy: other })
    worker.sent.payments.push({ ...(worker.sent.payments[0] as SentRow), hash: other, status: 'confirmed' })
    for (const tell of worker.listeners) tell()
    expect(await paid).toEqual({ status: 'confirmed', hash: other })
  })

  it('resolves as submitted if the modal closes before the wallet answered', async () => {
    create()
    await connect()
    answer = () => new Promise(() => {})
    const paid = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    await shows('Check that your wallet shows the same')
    billfold.close()
    expect(await paid).toEqual({ status: 'submitted' })
  })

  it('resolves as submitted after a wallet error without a clear outcome, even if the account changes', async () => {
    create()
    await connect()
    answer = async () => Promise.reject(Object.assign(new Error('request timed out'), { code: -32603 }))
    const paid = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await shows('Check Harbor before you send again')
    wallet.accounts = [`0x${'b'.repeat(40)}`]
    wallet.emit('accountsChanged', wallet.accounts)
    await eventually(() => expect(find(/^Pay 0/)).toBe(undefined))
    await press(/^Close$/)
    expect(await paid).toEqual({ status: 'submitted' })
    expect(asked).toHaveLength(1)
  })

  it('resolves as confirmed after an unclear wallet error once the network confirms the payment, not an older equal payment', async () => {
    create()
    await connect()
    answer = async () => Promise.reject(Object.assign(new Error('request timed out'), { code: -32603 }))
    const paid = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await shows('Check Harbor before you send again')
    // The same from yesterday is another payment.
    settle('confirmed', { sentAt: Date.now() - 86_400_000 })
    expect(await getState(paid)).toBe('open')
    settle('confirmed')
    expect(await paid).toEqual({ status: 'confirmed', hash })
  })

  it('resolves as cancelled if the wallet’s decline arrives right after the modal closes', async () => {
    create()
    await connect()
    let decline = () => {}
    answer = () => new Promise((_, reject) => (decline = () => reject(declined)))
    const paid = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    billfold.close()
    decline()
    expect(await paid).toEqual({ status: 'cancelled' })
  })

  it('rejects a call with pay_busy while an earlier call is pending', async () => {
    create()
    await connect()
    const paid = billfold.pay(ether)
    const others = Array.from({ length: 100 }, () => billfold.pay({ ...ether, amount: 7n, recipient: usdc }))
    for (const other of others) await expect(other).rejects.toMatchObject({ code: 'pay_busy' })
    await shows('0.123456789012345678')
    await press(/^Cancel/)
    expect(await paid).toEqual({ status: 'cancelled' })
    const next = billfold.pay(dollars)
    await press(/^Pay 5.USDC/)
    await eventually(() => expect(asked).toHaveLength(1))
    settle('confirmed')
    expect(await next).toMatchObject({ status: 'confirmed' })
  })

  it('reads its parameters once: later changes by the page have no effect', async () => {
    create()
    await connect()
    const reads: string[] = []
    const request = { ...ether }
    const trap = new Proxy(request, {
      get(target, name: keyof PayRequest) {
        reads.push(name)
        const isFirst = reads.filter((one) => one === name).length === 1
        return isFirst ? target[name] : name === 'recipient' ? usdc : 7n
      },
    })
    const paid = billfold.pay(trap)
    request.amount = 9n
    request.recipient = usdc
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    expect(reads.sort()).toEqual(['amount', 'asset', 'caipNetworkId', 'memo', 'recipient'])
    expect(asked[0]).toMatchObject({ to: shop, value: `0x${ether.amount.toString(16)}` })
    billfold.close()
    await paid
  })

  it('keeps showing the page’s name as it was at the time of the call, and the page’s real origin', async () => {
    const metadata = { name: 'Driftwood' }
    create({ metadata })
    const paid = billfold.pay(ether)
    await shows('Driftwood asks you to pay')
    metadata.name = 'Your bank'
    document.title = 'Your bank'
    await press(/^Connect wallet/)
    await press(/Harbor/)
    await shows('Driftwood asks you to pay')
    expect(says()).not.toContain('Your bank')
    expect(says()).toContain(location.origin)
    billfold.close()
    await paid
  })

  it('shows which balance is too low, and offers the buttons Receive and Check again', async () => {
    balance = 5n
    create()
    await connect()
    const paid = billfold.pay(ether)
    await shows('Not enough ETH')
    expect(says()).toContain('0.000000000000000005 ETH on Ethereum')
    expect(find(/^Receive/)).toBeDefined()
    expect(find(/^Pay /)).toBe(undefined)
    balance = 10n ** 19n
    await press(/^Check again/)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    billfold.close()
    await paid
  })

  it('has no Pay button, and suggests no receiver, if the receiver looks like an address that the user has paid', async () => {
    warnings = [
      {
        code: 'look_alike',
        isBait: false,
        anchor: `${shop.slice(0, 10)}${'0'.repeat(28)}${shop.slice(-4)}`,
        prefix: 8,
        suffix: 4,
      },
    ]
    create()
    await connect()
    const paid = billfold.pay(ether)
    await shows('Stop and compare')
    expect(find(/^Pay /)).toBe(undefined)
    expect(find(/known address/)).toBe(undefined)
    await press(/^Don’t pay/)
    expect(await paid).toEqual({ status: 'cancelled' })
    expect(asked).toEqual([])
  })

  it('does not send a second identical payment while the first payment is pending', async () => {
    create()
    await connect()
    const first = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    settle('pending')
    billfold.close()
    expect(await first).toEqual({ status: 'submitted', hash })
    const second = billfold.pay(ether)
    await press(/^Pay 0\.1234/)
    await shows('This payment was already submitted')
    billfold.close()
    expect(await second).toEqual({ status: 'submitted' })
    expect(asked).toHaveLength(1)
  })

  it('has no Pay button if the worker prepared a payment that differs from the page’s request', async () => {
    const real = worker.answers['prepareTransfer']!
    worker.answers['prepareTransfer'] = ({ draft, own }: { draft: TransferDraft; own: unknown }) =>
      real({ draft: { ...draft, amountText: '9' }, own } as never)
    create()
    await connect()
    const paid = billfold.pay(ether)
    await shows('This review is out of date')
    expect(find(/^Pay /)).toBe(undefined)
    await press(/^Close$/)
    expect(await paid).toEqual({ status: 'cancelled' })
    expect(asked).toEqual([])
  })

  it('continues after a required sign-in', async () => {
    let sessions: SIWXSession[] = []
    create({
      siwx: {
        createMessage: async (input) => ({
          ...input,
          domain: location.host,
          uri: location.origin,
          version: '1',
          nonce: '12345678',
          toString: () => 'Sign in to Driftwood',
        }),
        addSession: async (session) => void (sessions = [session]),
        revokeSession: async () => {},
        setSessions: async () => {},
        getSessions: async () => sessions,
      },
    })
    const paid = billfold.pay(ether)
    await press(/^Connect wallet/)
    await press(/Harbor/)
    await press(/^Sign/)
    await press(/^Pay 0\.1234/)
    await eventually(() => expect(asked).toHaveLength(1))
    billfold.close()
    expect(await paid).toEqual({ status: 'submitted', hash })
  })

  it('is rejected with feature_off if the dashboard disables payments before the wallet is asked', async () => {
    create()
    await connect()
    const paid = billfold.pay(ether)
    await shows('Driftwood asks you to pay')
    worker.project = { features: { pay: false } }
    for (const tell of worker.listeners) tell()
    await expect(paid).rejects.toMatchObject({ code: 'feature_off' })
    expect(billfold.isOpen.peek()).toBe(false)
    expect(asked).toEqual([])
  })

  it('resolves as cancelled when Billfold is destroyed', async () => {
    create()
    const paid = billfold.pay(ether)
    await shows('Driftwood asks you to pay')
    billfold.destroy()
    expect(await paid).toEqual({ status: 'cancelled' })
    await expect(billfold.pay(ether)).rejects.toMatchObject({ code: 'stopped' })
  })
})
