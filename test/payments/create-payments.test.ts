import { signal } from '@preact/signals-core'
import { Interface } from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountState, ConnectedAccount } from '../../src/connections/account.ts'
import type { CaipAddress } from '../../src/core/caip.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { Snapshot } from '../../src/core/protocol.ts'
import type { SentList, SentRow, SentTransaction } from '../../src/core/sent.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import type { EvmTransaction, Transaction } from '../../src/wallet-calls/namespace-calls.ts'
import { createStorage } from '../create-storage.ts'

const account: CaipAddress = `eip155:1:0x${'a'.repeat(40)}`
const receiver = `0x${'b'.repeat(40)}`
const token = `0x${'c'.repeat(40)}`
const erc20 = new Interface(['function transfer(address,uint256)', 'function approve(address,uint256)'])
const hash = `0x${'1'.repeat(64)}`

describe('A payment', () => {
  test('goes to the wallet once, as it was shown, and is kept before anything else happens', async () => {
    const page = createPage()
    const sent = await page.payments.pay(coins())
    expect(page.asked).toEqual([coins().transaction])
    expect(sent).toMatchObject({ hash, account, to: receiver, kind: 'send' })
    expect(sent).not.toHaveProperty('transaction')
    expect(page.order).toEqual(['wallet', 'stored', 'worker'])
  })

  test('[F28] is refused while the same is on its way, also after a reload and in another tab', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    await expect(page.reload().payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    expect(page.asked).toHaveLength(1)
    // Another one is none of its business.
    await page.payments.pay(coins(2n))
    page.settle('confirmed')
    await page.payments.pay(coins())
    expect(page.asked).toHaveLength(3)
  })

  test('[F28] is asked for once, however often somebody presses', async () => {
    const page = createPage()
    page.wallet = () => new Promise(() => {})
    void page.payments.pay(coins())
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    await tick()
    expect(page.asked).toHaveLength(1)
  })

  test('that a person declines was not sent, and can be asked for again', async () => {
    const page = createPage()
    page.wallet = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'wallet_declined' })
    page.wallet = () => Promise.resolve(hash)
    await page.payments.pay(coins())
    expect(page.asked).toHaveLength(2)
  })

  test.each([
    ['an answer that is no hash', () => Promise.resolve('0x12')],
    ['no answer as documented', () => reject('wallet_bad_answer')],
    ['a relay that is lost meanwhile', () => reject('outcome_unknown')],
    ['an error without a code', () => reject('wallet_failed')],
    ['a node that has it already', () => reject('wallet_failed', 'already known', -32_000)],
    ['something else that is thrown', () => Promise.reject(new Error('boom'))],
  ])('[F28] with %s may have been sent: the same waits until somebody has looked', async (_, wallet) => {
    const page = createPage()
    page.wallet = wallet as () => Promise<string>
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'outcome_unknown' })
    page.wallet = () => Promise.resolve(hash)
    const again = page.payments.pay(coins())
    await expect(again).rejects.toMatchObject({ code: 'payment_pending', context: { isUnknown: true } })
    expect(page.asked).toHaveLength(1)
    await page.payments.pay(coins(), true)
    expect(page.asked).toHaveLength(2)
  })

  test('that the wallet refuses with a reason was not sent', async () => {
    const page = createPage()
    page.wallet = () => reject('wallet_failed', 'insufficient funds for gas', -32_000)
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'wallet_failed' })
  })

  test('[F27] [F14] is refused when the account, the network or nobody is there by then', async () => {
    const page = createPage()
    for (const state of [
      { status: 'disconnected' } as const,
      connected(`eip155:1:${receiver}`),
      connected(account.replace('eip155:1:', 'eip155:10:') as CaipAddress),
      { ...connected(account), unsupported: true } as const,
    ]) {
      page.account = state
      await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'account_changed' })
    }
    // It changes while code is fetched.
    page.account = connected(account)
    page.beforeCalls = () => (page.account = connected(`eip155:1:${receiver}`))
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'account_changed' })
    expect(page.asked).toEqual([])
  })

  test('[F14] is kept for the account that has signed, whoever is connected by then', async () => {
    const page = createPage()
    page.wallet = async () => {
      page.account = connected(`eip155:1:${receiver}`)
      return hash
    }
    expect((await page.payments.pay(coins())).account).toBe(account)
    expect(page.stored()).toMatchObject([{ account, hash }])
  })

  test('[F31] is kept where there is no localStorage, or no room in it', async () => {
    const page = createPage()
    page.storage.isFull = true
    await page.payments.pay(coins())
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    expect(page.remembered).toMatchObject([{ hash }])
  })

  test('is told once when the network has said what became of it, and its lists are asked for', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    page.settle('late')
    expect(page.told).toEqual([])
    page.settle('confirmed')
    page.settle('confirmed')
    expect(page.told).toEqual(['confirmed'])
    expect(page.refreshed).toEqual(['portfolio', 'activity'])
    expect(page.stored()).toEqual([])
  })

  test('is followed again after a reload', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    const next = page.reload()
    next.payments.resume()
    expect(next.remembered).toMatchObject([{ hash }])
    next.settle('failed')
    expect(next.told).toEqual(['failed'])
  })

  test('[F33] of an account that leaves is kept no more', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    page.payments.forget(account.replace('eip155:1', 'eip155:10') as CaipAddress)
    expect(page.stored()).toEqual([])
  })
})

describe('[F27] [F36] What goes to the wallet is what was shown', () => {
  const shown: [string, PaymentIntent][] = [
    ['coins', coins()],
    ['tokens', tokens()],
    [
      'an approval',
      { ...tokens(), kind: 'approve', transaction: { to: token, value: 0n, data: approve(receiver, 5n) } },
    ],
    ['a swap', { ...coins(), kind: 'swap', transaction: { to: receiver, value: 1n, data: '0xdeadbeef' } }],
  ]
  test.each(shown)('%s', async (_, intent) => {
    const page = createPage()
    await page.payments.pay(intent)
    expect(page.asked).toHaveLength(1)
  })

  const other = `0x${'d'.repeat(40)}`
  test.each<[string, PaymentIntent, EvmTransaction]>([
    ['another receiver of coins', coins(), { to: other, value: 1n, data: '0x' }],
    ['more coins', coins(), { to: receiver, value: 2n, data: '0x' }],
    ['a call beside the coins', coins(), { to: receiver, value: 1n, data: '0x00' }],
    ['another token', tokens(), { to: other, value: 0n, data: transfer(receiver, 5n) }],
    ['another receiver of tokens', tokens(), { to: token, value: 0n, data: transfer(other, 5n) }],
    ['more tokens', tokens(), { to: token, value: 0n, data: transfer(receiver, 6n) }],
    ['coins beside the tokens', tokens(), { to: token, value: 1n, data: transfer(receiver, 5n) }],
    ['an approval in place of a transfer', tokens(), { to: token, value: 0n, data: approve(receiver, 5n) }],
    [
      'something behind the transfer',
      tokens(),
      { to: token, value: 0n, data: `${transfer(receiver, 5n)}00` },
    ],
  ])('and not %s', async (_, intent, transaction) => {
    const page = createPage()
    const forged = { ...intent, transaction }
    await expect(page.payments.pay(forged)).rejects.toMatchObject({ code: 'payment_changed' })
    expect(page.asked).toEqual([])
  })

  test('whatever its maker does with it afterwards', async () => {
    const page = createPage()
    const transaction = { to: receiver, value: 1n, data: '0x' }
    page.beforeCalls = () => Object.assign(transaction, { to: other })
    await page.payments.pay({ ...coins(), transaction })
    expect(page.asked).toEqual([{ to: receiver, value: 1n, data: '0x' }])
  })

  test('with any amount and receiver, read by another library', async () => {
    const page = createPage()
    const address = fc.stringMatching(/^0x[0-9a-f]{40}$/)
    const amount = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
    await fc.assert(
      fc.asyncProperty(address, address, amount, amount, async (to, named, units, said) => {
        const data = erc20.encodeFunctionData('transfer', [to, units])
        const isSame = to === named && units === said
        const intent: PaymentIntent = {
          ...tokens(said),
          to: named,
          transaction: { to: token, value: 0n, data },
        }
        const before = page.asked.length
        await page.payments.pay(intent).catch(() => {})
        expect(page.asked.length - before).toBe(isSame ? 1 : 0)
        const right = { ...intent, to, out: tokens(units).out }
        await page.payments.pay(right)
        expect(
          erc20.decodeFunctionData('transfer', (page.asked.at(-1) as EvmTransaction).data!).toArray(),
        ).toEqual([erc20.decodeFunctionData('transfer', data)[0], units])
        page.settle('confirmed')
      }),
      { numRuns: 300 },
    )
  })
})

function coins(units = 1n): PaymentIntent {
  return {
    account,
    kind: 'send',
    to: receiver,
    out: { symbol: 'ETH', text: String(units), units: String(units) },
    transaction: { to: receiver, value: units, data: '0x' },
  }
}

function tokens(units = 5n): PaymentIntent {
  return {
    account,
    kind: 'send',
    to: receiver,
    out: { symbol: 'C', text: String(units), units: String(units), token: `eip155:1:${token}` },
    transaction: { to: token, value: 0n, data: transfer(receiver, units) },
  }
}

function transfer(to: string, units: bigint): string {
  return erc20.encodeFunctionData('transfer', [to, units])
}

function approve(to: string, units: bigint): string {
  return erc20.encodeFunctionData('approve', [to, units])
}

function reject(
  code: 'wallet_bad_answer' | 'outcome_unknown' | 'wallet_failed',
  message = 'no',
  number?: number,
) {
  const context = number === undefined ? {} : { code: number }
  return Promise.reject<string>(new BillfoldError(code, message, { context }))
}

function connected(caipAddress: CaipAddress): AccountState {
  return { status: 'connected', caipAddress } as ConnectedAccount
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

interface FakePage {
  storage: ReturnType<typeof createStorage>
  account: AccountState
  wallet: () => Promise<string>
  beforeCalls: () => unknown
  asked: Transaction[]
  order: string[]
  remembered: SentTransaction[]
  refreshed: string[]
  told: string[]
  stored(): SentTransaction[]
  settle(status: SentRow['status']): void
  reload(): FakePage
  payments: ReturnType<typeof createPayments>
}

function createPage(storage = createStorage()): FakePage {
  const list = signal<Snapshot<SentList>>({ data: { payments: [] }, fetchedAt: 1, status: 'fresh' })
  const page: FakePage = {
    storage,
    account: connected(account),
    wallet: () => Promise.resolve(hash),
    beforeCalls: () => {},
    asked: [],
    order: [],
    remembered: [],
    refreshed: [],
    told: [],
    stored: () => JSON.parse(storage.getItem('billfold/sent') ?? '[]') as SentTransaction[],
    settle(status: SentRow['status']) {
      const payments = page.remembered.map((sent) => ({ ...sent, status }))
      list.value = { data: { payments }, fetchedAt: 1, status: 'fresh' }
    },
    reload: () => createPage(storage),
    payments: createPayments({
      storage: {
        ...storage,
        setItem(key: string, value: string) {
          storage.setItem(key, value)
          page.order.push('stored')
        },
      },
      getAccount: () => page.account,
      async loadWalletCalls() {
        await tick()
        page.beforeCalls()
        return {
          async sendTransaction(transaction) {
            page.asked.push(transaction)
            page.order.push('wallet')
            return page.wallet()
          },
        }
      },
      call: async (command, input) => {
        if (command === 'rememberSent') {
          page.remembered.push(input as SentTransaction)
          page.order.push('worker')
        } else page.refreshed.push((input as { topic: string }).topic)
        return undefined as never
      },
      topic: (() => list) as never,
      onSettled: ({ status }) => void page.told.push(status),
    }),
  }
  return page
}
