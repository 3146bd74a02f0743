import { signal } from '@preact/signals-core'
import { Interface } from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { AccountState, ConnectedAccount } from '../../src/wallets/account.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError, type ErrorCode } from '../../src/core/base/errors.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import {
  type PendingRequest,
  isOpen,
  type SentList,
  type SentRow,
  type SentTransaction,
} from '../../src/core/payments/sent.ts'
import type { PreparedReplacement } from '../../src/core/payments/replacement.ts'
import type { SwapCall } from '../../src/core/payments/swap.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import type { KeptSent } from '../../src/payments/payment-journal.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import type { EvmTransaction, Transaction } from '../../src/wallets/namespace-calls.ts'
import { toWalletError } from '../../src/wallets/wallet-error.ts'
import { createStorage } from '../create-storage.ts'
import { propertyRuns } from '../property-runs.ts'

const account: CaipAddress = `eip155:1:0x${'a'.repeat(40)}`
const receiver = `0x${'b'.repeat(40)}`
const token = `0x${'c'.repeat(40)}`
const erc20 = new Interface(['function transfer(address,uint256)', 'function approve(address,uint256)'])
const hash = `0x${'1'.repeat(64)}`

describe('A payment', () => {
  test('is stored before the wallet is asked, and goes to the wallet once, as shown', async () => {
    const page = createPage()
    const sent = await page.payments.pay(coins())
    expect(page.asked).toEqual([coins().transaction])
    expect(sent).toMatchObject({ hash, account, to: receiver, kind: 'send' })
    expect(sent).not.toHaveProperty('transaction')
    expect(page.order).toEqual(['stored', 'worker', 'wallet', 'stored', 'worker'])
  })

  test('[F28] is refused while an equal payment is pending, also after a reload and in a second tab', async () => {
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

  test('[F28] is requested once, however often the button is pressed', async () => {
    const page = createPage()
    page.wallet = () => new Promise(() => {})
    void page.payments.pay(coins())
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    await tick()
    expect(page.asked).toHaveLength(1)
  })

  test('[F28] [F32] is requested once when the button is pressed in two tabs at the same time', async () => {
    const one = createPage()
    const other = one.reload()
    for (const page of [one, other]) page.wallet = () => new Promise(() => {})
    const outcomes = [one, other].map(({ payments }) =>
      payments.pay(coins()).catch((error) => error as unknown),
    )
    await tick()
    await tick()
    expect(one.asked.length + other.asked.length).toBe(1)
    await expect(Promise.race(outcomes)).resolves.toMatchObject({ code: 'payment_pending' })
    expect(one.stored()).toHaveLength(1)
  })

  test('is not sent when the user declines, and can be requested again', async () => {
    const page = createPage()
    page.wallet = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'wallet_declined' })
    page.wallet = () => Promise.resolve(hash)
    await page.payments.pay(coins())
    expect(page.asked).toHaveLength(2)
  })

  test.each([
    ['an answer that is not a hash', () => Promise.resolve('0x12')],
    ['a malformed answer of the wallet', () => reject('wallet_bad_answer')],
    ['an unknown outcome over the relay', () => reject('outcome_unknown')],
    ['an error without a code', () => reject('wallet_failed')],
    ['an “already known” error of the node', () => reject('wallet_failed', 'already known', -32_000)],
    ['an error that is not of the wallet', () => Promise.reject(new Error('boom'))],
    ['the destruction of this Billfold', () => reject('stopped')],
    ['a time-out of the worker', () => reject('worker_deadline')],
    [
      'a nested “already known” error of the node',
      () => Promise.reject(toWalletError(knownWithin, 'Harbor')),
    ],
  ])(
    '[F28] counts as possibly sent, and is refused if it is requested a second time, after %s',
    async (_, wallet) => {
      const page = createPage()
      page.wallet = wallet as () => Promise<string>
      await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'outcome_unknown' })
      page.wallet = () => Promise.resolve(hash)
      const again = page.payments.pay(coins())
      await expect(again).rejects.toMatchObject({ code: 'payment_pending', context: { isUnknown: true } })
      expect(page.asked).toHaveLength(1)
      await page.payments.pay(coins(), true)
      expect(page.asked).toHaveLength(2)
    },
  )

  test('does not count as sent if the wallet’s error proves that nothing was sent, such as insufficient funds', async () => {
    const page = createPage()
    page.wallet = () => reject('wallet_failed', 'insufficient funds for gas', -32_000)
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'wallet_failed' })
  })

  test('[F27] [F14] is refused when the account or network has changed, or no account is connected', async () => {
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

  test('[F28] is requested again only after the user has checked the wallet, if the page closed before the wallet answered', async () => {
    const page = createPage()
    page.wallet = () => new Promise(() => {})
    void page.payments.pay(coins())
    await tick()
    const next = page.reload()
    const again = next.payments.pay(coins())
    await expect(again).rejects.toMatchObject({ code: 'payment_pending', context: { isUnknown: true } })
    next.payments.resume()
    const { transaction: _, ...facts } = coins()
    expect(next.remembered).toEqual([{ ...facts, id: expect.any(String), askedAt: expect.any(Number) }])
    await next.payments.pay(coins(), true)
    expect(next.asked).toHaveLength(1)
    expect(next.stored()).toMatchObject([{ hash }])
  })

  test('[F28] can be dismissed if its outcome is unknown, and can then be requested again', async () => {
    const page = createPage()
    page.wallet = () => new Promise(() => {})
    void page.payments.pay(coins())
    await tick()
    const next = page.reload()
    const [asked] = next.stored() as unknown as [{ account: CaipAddress; id: string }]
    next.payments.dismiss(asked)
    expect(next.stored()).toEqual([])
    expect(next.forgotten).toEqual([asked.id])
    await next.payments.pay(coins())
    expect(next.asked).toHaveLength(1)
  })

  test('[F28] counts as sent when it is found on the network, even if the wallet has not answered', async () => {
    const page = createPage()
    page.wallet = () => new Promise(() => {})
    const paying = page.payments.pay(coins())
    await tick()
    page.find(hash)
    await expect(paying).resolves.toMatchObject({ hash })
    expect(page.stored()).toMatchObject([{ hash }])
    page.settle('confirmed')
    expect(page.told).toEqual(['confirmed'])
    expect(page.stored()).toEqual([])
  })

  test('is removed from the page and the worker when it is declined', async () => {
    const page = createPage()
    page.wallet = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'wallet_declined' })
    await tick()
    expect(page.stored()).toEqual([])
    expect(page.forgotten).toHaveLength(1)
  })

  test('[F31] is stored by the worker before the wallet is asked, if the page cannot store it', async () => {
    const page = createPage()
    page.storage.isFull = true
    await page.payments.pay(coins())
    expect(page.order).toEqual(['worker', 'wallet', 'worker'])
  })

  test('continues under its new hash after a speed-up, and is reported once', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    const [sent] = page.stored()
    const faster = `0x${'2'.repeat(64)}`
    const renewed: SentRow = { ...sent!, status: 'renewed', isSettled: true, replacedBy: faster }
    page.show([{ ...sent!, hash: faster, status: 'pending' }, renewed])
    expect(page.told).toEqual([])
    expect(page.stored()).toMatchObject([{ hash: faster }])
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    page.show([{ ...sent!, hash: faster, status: 'confirmed', isSettled: true }, renewed])
    expect(page.told).toEqual(['confirmed'])
    expect(page.stored()).toEqual([])
  })

  test('[F14] is stored for the account that signed, even if another account is connected when the wallet answers', async () => {
    const page = createPage()
    page.wallet = async () => {
      page.account = connected(`eip155:1:${receiver}`)
      return hash
    }
    expect((await page.payments.pay(coins())).account).toBe(account)
    expect(page.stored()).toMatchObject([{ account, hash }])
  })

  test('[F31] is stored with its hash by the worker if localStorage is full', async () => {
    const page = createPage()
    page.storage.isFull = true
    await page.payments.pay(coins())
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    expect(page.remembered).toMatchObject([{ id: expect.any(String) }, { hash }])
  })

  test('[F28] [F31] is refused as pending when it is requested again after a reload, even if only the worker could store it', async () => {
    const page = createPage()
    page.storage.isFull = true
    await page.payments.pay(coins())
    const next = page.reload()
    const again = next.payments.pay(coins())
    await expect(again).rejects.toMatchObject({ code: 'payment_pending', context: { isUnknown: false } })
    expect(next.asked).toEqual([])
    // What was only kept to ask for it is forgotten again.
    await tick()
    expect(page.worker.known.asked).toEqual([])
    // Nothing else is refused, and this neither once it has arrived.
    await next.payments.pay(coins(2n))
    page.worker.known = {
      asked: [],
      payments: page.worker.known.payments.map((one) => ({ ...one, status: 'confirmed' })),
    }
    await page.reload().payments.pay(coins())
  })

  test('[F28] [F31] is requested again after an unknown outcome only once the user has checked the wallet, even if only the worker could store it', async () => {
    const page = createPage()
    page.storage.isFull = true
    page.wallet = () => reject('stopped')
    await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'outcome_unknown' })
    const next = page.reload()
    const again = next.payments.pay(coins())
    await expect(again).rejects.toMatchObject({ code: 'payment_pending', context: { isUnknown: true } })
    await next.payments.pay(coins(), true)
    expect(next.asked).toHaveLength(1)
    await tick()
    expect(page.worker.known).toMatchObject({ asked: [], payments: [{ hash }] })
  })

  test('[F28] [F31] can be requested again right after a decline, even if the worker has not yet removed its record', async () => {
    const page = createPage()
    page.storage.isFull = true
    page.wallet = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
    for (let time = 0; time < 3; time += 1)
      await expect(page.payments.pay(coins())).rejects.toMatchObject({ code: 'wallet_declined' })
    expect(page.asked).toHaveLength(3)
  })

  test('[F28] waits for the worker’s answer for at most a second, and then goes to the wallet', async () => {
    const page = createPage()
    page.worker.isSilent = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const paying = page.payments.pay(coins())
    await vi.advanceTimersByTimeAsync(999)
    expect(page.asked).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await paying
    expect(page.asked).toHaveLength(1)
  })

  test('[D12] is not requested if it is a swap that the worker does not decode within 5 s, and reports that nothing was sent', async () => {
    const page = createPage()
    page.worker.isSilent = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { transaction, ...facts } = tokens()
    const swap: PaymentIntent = { ...facts, kind: 'swap', in: { ...coins().out }, transaction }
    const paying = page.payments.pay(swap).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_010)
    vi.useRealTimers()
    await expect(paying).resolves.toMatchObject({
      code: 'worker_deadline',
      message: expect.stringMatching(/Nothing was sent\.$/),
    })
    expect([page.asked, page.stored()]).toEqual([[], []])
  })

  test('[F28] can be cancelled until the wallet is asked, even while the wallet’s code is loading', async () => {
    const page = createPage()
    let isWanted = true
    page.beforeAsking = () => (isWanted = false)
    const paying = page.payments.pay(coins(), false, () => isWanted)
    await expect(paying).rejects.toMatchObject({ code: 'account_changed' })
    const expired = new BillfoldError('payment_changed', 'This offer has expired.')
    page.beforeAsking = () => {
      isWanted = true
    }
    const late = page.payments.pay(coins(), false, () => {
      if (isWanted) throw expired
      return true
    })
    await expect(late).rejects.toBe(expired)
    await tick()
    expect([page.order.includes('wallet'), page.stored(), page.forgotten.length]).toEqual([false, [], 2])
  })

  test('[F31] is reported once even when localStorage is full', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    const [sent] = page.stored()
    page.storage.isFull = true
    for (const isSettled of [false, false, true, true])
      page.show([{ ...sent!, status: 'confirmed', ...(isSettled && { isSettled }) }])
    expect(page.told).toEqual(['confirmed'])
  })

  test('is reported once when the network has confirmed it, and the account’s portfolio and history are then refreshed', async () => {
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

  test('[F28] [D14] is reported as confirmed, and then as reopened if a reorganisation removes it before its block is final', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    page.settle('confirmed', false)
    page.settle('confirmed', false)
    expect(page.told).toEqual(['confirmed'])
    expect(page.stored()).toMatchObject([{ hash, announced: 'confirmed' }])
    // Who comes back hears nothing twice.
    const next = page.reload()
    next.payments.resume()
    next.settle('confirmed', false)
    expect(next.told).toEqual([])
    // Its block is gone: it is on its way as before, and so is the same.
    next.settle('late', false, true)
    await expect(next.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    expect(next.told).toEqual(['reopened'])
    next.settle('failed')
    expect(next.told).toEqual(['reopened', 'failed'])
    expect(next.stored()).toEqual([])
  })

  test('[F28] [D14] is reported as reopened if a reorganisation removes it after a reload, and is refused if it is requested a second time', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    page.settle('confirmed', false)
    const next = page.reload()
    next.payments.resume()
    // A worker without a disk does not know yet what another one has seen.
    next.settle('pending', false)
    expect([next.told, next.stored()]).toMatchObject([[], [{ announced: 'confirmed' }]])
    next.settle('late', false, true)
    expect(next.told).toEqual(['reopened'])
    expect(next.stored()).toMatchObject([{ hash }])
    expect(next.stored()[0]).not.toHaveProperty('announced')
    next.worker.isSilent = true
    await expect(next.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    next.settle('confirmed')
    expect(next.told).toEqual(['reopened', 'confirmed'])
  })

  test('[F28] can be requested a second time once the first payment is confirmed', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    page.settle('confirmed', false)
    page.wallet = () => Promise.resolve(`0x${'2'.repeat(64)}`)
    await page.payments.pay(coins())
    expect(page.asked).toHaveLength(2)
  })

  test.each(['queued', 'cosigning'] as const)(
    '[D4] is reported once, and can be requested a second time, if a multisig wallet gives it the status “%s”',
    async (status) => {
      const page = createPage()
      await page.payments.pay(coins())
      page.settle(status, false)
      page.settle(status, false)
      expect(page.told).toEqual([status])
      page.wallet = () => Promise.resolve(`0x${'2'.repeat(64)}`)
      await page.payments.pay(coins())
      expect(page.asked).toHaveLength(2)
    },
  )

  test('[D4] is not reported as reopened when it leaves the queue of a multisig wallet', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    page.settle('queued', false)
    page.settle('pending', false, true)
    expect(page.stored()[0]).not.toHaveProperty('announced')
    page.settle('confirmed', false)
    expect(page.told).toEqual(['queued', 'confirmed'])
  })

  test('has messages about the spending cap if it approves a spending cap, but no message when it is confirmed', async () => {
    const page = createPage()
    await page.payments.pay(approval())
    page.settle('confirmed', false)
    expect(page.told).toEqual([])
    page.settle('pending', false, true)
    page.settle('expired')
    expect(page.told).toEqual(['approval_reopened', 'approval_expired'])
  })

  test('is reported with the token’s name instead of the amount 0 if it revokes a spending cap', async () => {
    const page = createPage()
    const { out, ...facts } = approval()
    const transaction = { to: token, value: 0n, data: approve(receiver, 0n) }
    await page.payments.pay({ ...facts, out: { ...out, text: '0', units: '0' }, transaction })
    page.settle('confirmed', false)
    page.settle('pending', false, true)
    page.settle('failed')
    expect(page.told).toEqual(['revocation_confirmed', 'reopened', 'failed'])
    expect(new Set(page.named)).toEqual(new Set([out.symbol]))
  })

  test('[D2] is reported as mismatched, never as sent, if its transaction did not do what the review showed', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    page.settle('mismatched')
    expect(page.told).toEqual(['mismatched'])
  })

  test('is tracked to its outcome after a reload', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    const next = page.reload()
    next.payments.resume()
    expect(next.remembered).toMatchObject([{ hash }])
    next.settle('failed')
    expect(next.told).toEqual(['failed'])
  })

  test('[F33] is removed when its account disconnects', async () => {
    const page = createPage()
    await page.payments.pay(coins())
    page.wallet = () => new Promise(() => {})
    void page.payments.pay(coins(2n))
    await tick()
    expect(page.stored()).toHaveLength(2)
    page.payments.forget(account.replace('eip155:1', 'eip155:10') as CaipAddress)
    expect(page.stored()).toEqual([])
  })
})

describe('[F27] [F36] A payment on its way to the wallet', () => {
  const shown: [string, PaymentIntent][] = [
    ['a payment in the native token', coins()],
    ['a payment in another token', tokens()],
    ['an approval', approval()],
    ['a swap', { ...coins(), kind: 'swap', transaction: { to: receiver, value: 1n, data: '0xdeadbeef' } }],
  ]
  test.each(shown)('is exactly the payment in the review: %s', async (_, intent) => {
    const page = createPage()
    await page.payments.pay(intent)
    expect(page.asked).toHaveLength(1)
  })

  const other = `0x${'d'.repeat(40)}`
  test.each<[string, PaymentIntent, EvmTransaction]>([
    ['another receiver of the native token', coins(), { to: other, value: 1n, data: '0x' }],
    ['more of the native token', coins(), { to: receiver, value: 2n, data: '0x' }],
    ['calldata beside the native token', coins(), { to: receiver, value: 1n, data: '0x00' }],
    ['another token', tokens(), { to: other, value: 0n, data: transfer(receiver, 5n) }],
    ['another receiver of the token', tokens(), { to: token, value: 0n, data: transfer(other, 5n) }],
    ['more of the token', tokens(), { to: token, value: 0n, data: transfer(receiver, 6n) }],
    ['an added amount of the native token', tokens(), { to: token, value: 1n, data: transfer(receiver, 5n) }],
    ['an approval in place of a transfer', tokens(), { to: token, value: 0n, data: approve(receiver, 5n) }],
    [
      'extra bytes after the transfer call',
      tokens(),
      { to: token, value: 0n, data: `${transfer(receiver, 5n)}00` },
    ],
  ])('is refused if its transaction has %s', async (_, intent, transaction) => {
    const page = createPage()
    const forged = { ...intent, transaction }
    await expect(page.payments.pay(forged)).rejects.toMatchObject({ code: 'payment_changed' })
    expect(page.asked).toEqual([])
  })

  test('[D12] contains only what the review shows, for example no gas limit', async () => {
    const page = createPage()
    const transaction = { to: receiver, value: 1n, data: '0x', gas: 1n, from: other, nonce: 0 }
    await page.payments.pay({ ...coins(), transaction })
    expect(page.asked).toEqual([{ to: receiver, value: 1n, data: '0x' }])
  })

  test('is what the review showed, even if the caller changes the object after the call', async () => {
    const page = createPage()
    const transaction = { to: receiver, value: 1n, data: '0x' }
    page.beforeCalls = () => Object.assign(transaction, { to: other })
    await page.payments.pay({ ...coins(), transaction })
    expect(page.asked).toEqual([{ to: receiver, value: 1n, data: '0x' }])
  })

  test('has the amount and the receiver of the review, as a second library decodes the transaction', async () => {
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
      { numRuns: propertyRuns(300) },
    )
  })
})

describe('The replacement of a pending payment', () => {
  const faster = `0x${'2'.repeat(64)}`
  const own = account.slice('eip155:1:'.length)

  /** After a payment whose number is 7. */
  async function begin(account = withNonces()): Promise<FakePage> {
    const page = createPage()
    page.account = account
    await page.payments.pay(coins())
    page.wallet = () => Promise.resolve(faster)
    page.worker.replacement = open(page.stored()[0]!)
    return page
  }

  const withNonces = (): AccountState =>
    ({ ...connected(account), connector: { keepsNonce: true } }) as ConnectedAccount
  const open = (payment: SentTransaction, nonce = 7): PreparedReplacement => ({
    status: 'open',
    payment,
    nonce,
    transaction: { namespace: 'eip155', to: receiver, value: 1n, data: '0x', nonce, ...fees },
    fee: { before: 1n, max: 2n },
  })
  const fees = { maxFeePerGas: 20n, maxPriorityFeePerGas: 3n }
  const speedUp = (): PaymentIntent => ({
    ...coins(),
    replaces: { hash, nonce: 7, how: 'speedUp' },
    transaction: { to: receiver, value: 1n, data: '0x', nonce: 7, ...fees },
  })
  const cancel = (): PaymentIntent => ({
    ...coins(0n),
    to: own,
    replaces: { hash, nonce: 7, how: 'cancel' },
    transaction: { to: own, value: 0n, data: '0x', nonce: 7, ...fees },
  })
  const rowsOf = (page: FakePage, changes: Record<string, Partial<SentRow>>): SentRow[] =>
    (page.stored() as KeptSent[]).map(({ announced: _announced, ...sent }) => ({
      ...sent,
      status: 'pending',
      ...changes[sent.hash],
    }))

  test.each([
    ['speeds the payment up', speedUp],
    ['cancels the payment', cancel],
  ])('%s with the nonce of the first payment, and both hashes are stored', async (_, intend) => {
    const page = await begin()
    await page.payments.pay(intend())
    expect(page.asked.at(-1)).toEqual(intend().transaction)
    expect(page.stored()).toMatchObject([{ hash }, { hash: faster, replaces: { hash, nonce: 7 } }])
    expect(page.reload().stored()).toHaveLength(2)
  })

  test('speeds up a payment only once while both transactions are pending, also after a reload', async () => {
    const page = await begin()
    await page.payments.pay(speedUp())
    for (const one of [page, page.reload()]) {
      one.account = withNonces()
      await expect(one.payments.pay(speedUp())).rejects.toMatchObject({ code: 'payment_pending' })
      await expect(one.payments.pay(coins())).rejects.toMatchObject({ code: 'payment_pending' })
    }
    expect(page.asked).toHaveLength(2)
  })

  test('can speed up a speed-up if all three transactions have the same nonce', async () => {
    const page = await begin()
    await page.payments.pay(speedUp())
    const second: PaymentIntent = { ...speedUp(), replaces: { hash: faster, nonce: 7, how: 'speedUp' } }
    page.wallet = () => Promise.resolve(`0x${'3'.repeat(64)}`)
    await page.payments.pay(second)
    expect(page.stored()).toHaveLength(3)
  })

  test('does not speed up a speed-up that the wallet sent with a new nonce while the first payment is pending', async () => {
    const page = await begin()
    await page.payments.pay(speedUp())
    page.worker.replacement = open(page.stored()[1]!, 8)
    const second: PaymentIntent = {
      ...speedUp(),
      replaces: { hash: faster, nonce: 8, how: 'speedUp' },
      transaction: { ...speedUp().transaction, nonce: 8 } as EvmTransaction,
    }
    await expect(page.payments.pay(second)).rejects.toMatchObject({ code: 'payment_pending' })
    expect(page.asked).toHaveLength(2)
  })

  test.each([
    ['has already been mined', { status: 'used' }, 'used'],
    ['is not known to any node', { status: 'unknown' }, 'unknown'],
    ['has another nonce', open({ ...coins(), hash, sentAt: 1 }, 8), 'unknown'],
    ['has another amount', open({ ...coins(2n), hash, sentAt: 1 }), 'unknown'],
  ] as const)(
    'is refused before the wallet is asked if the first payment %s',
    async (_, replacement, reason) => {
      const page = await begin()
      page.worker.replacement = replacement
      await expect(page.payments.pay(speedUp())).rejects.toMatchObject({
        code: 'payment_changed',
        context: { reason },
      })
      expect(page.asked).toHaveLength(1)
      expect(page.stored()).toHaveLength(1)
    },
  )

  test('is refused before the wallet is asked if the node does not answer', async () => {
    const page = await begin()
    page.worker.replacement = undefined
    await expect(page.payments.pay(cancel())).rejects.toMatchObject({ code: 'http_network' })
    expect(page.asked).toHaveLength(1)
  })

  test('can be a cancellation, but no speed-up, if the connected wallet may choose its own nonce', async () => {
    const page = await begin({ ...withNonces(), connector: {} } as ConnectedAccount)
    await expect(page.payments.pay(speedUp())).rejects.toMatchObject({ code: 'account_changed' })
    page.account = withNonces()
    page.beforeAsking = () => (page.account = { ...withNonces(), connector: {} } as ConnectedAccount)
    await expect(page.payments.pay(speedUp())).rejects.toMatchObject({ code: 'account_changed' })
    expect(page.asked).toHaveLength(1)
    // An empty payment to oneself does no harm there.
    page.beforeAsking = () => {}
    await page.payments.pay(cancel())
    expect(page.asked).toHaveLength(2)
  })

  test.each<[string, PaymentIntent]>([
    ['another nonce', { ...speedUp(), replaces: { hash, nonce: 8, how: 'speedUp' } }],
    ['no nonce', { ...speedUp(), transaction: { to: receiver, value: 1n, data: '0x', ...fees } }],
    ['a cancellation that sends an amount', { ...speedUp(), replaces: { hash, nonce: 7, how: 'cancel' } }],
    [
      'a cancellation with another receiver',
      { ...cancel(), to: receiver, transaction: { ...cancel().transaction, to: receiver } as EvmTransaction },
    ],
    [
      'a sped-up swap',
      {
        ...speedUp(),
        kind: 'swap',
        transaction: { ...speedUp().transaction, data: '0x12' } as EvmTransaction,
      },
    ],
    [
      'a sped-up approval',
      {
        ...tokens(),
        kind: 'approve',
        replaces: { hash, nonce: 7, how: 'speedUp' },
        transaction: { to: token, value: 0n, data: approve(receiver, 5n), nonce: 7, ...fees },
      },
    ],
  ])('is refused if it is invalid: %s', async (_, intent) => {
    const page = await begin()
    await expect(page.payments.pay(intent)).rejects.toMatchObject({ code: 'payment_changed' })
    expect(page.asked).toHaveLength(1)
  })

  test('is reported once, together with the first payment, if the replacement goes through', async () => {
    const page = await begin()
    await page.payments.pay(speedUp())
    const renewed = { status: 'renewed', replacedBy: faster, isSettled: true } as const
    page.show(rowsOf(page, { [hash]: renewed, [faster]: { status: 'confirmed' } }))
    page.show(rowsOf(page, { [hash]: renewed, [faster]: { status: 'confirmed', isSettled: true } }))
    expect(page.told).toEqual(['confirmed'])
    expect(page.stored()).toEqual([])
  })

  test('is reported once, together with the first payment, if the first payment goes through', async () => {
    const page = await begin()
    await page.payments.pay(speedUp())
    const renewed = { status: 'renewed', replacedBy: hash, isSettled: true } as const
    const rows = rowsOf(page, { [hash]: { status: 'confirmed', isSettled: true } })
    page.show(rows)
    page.show(rows.map((row) => (row.hash === faster ? { ...row, ...renewed } : row)))
    expect(page.told).toEqual(['confirmed'])
    expect(page.stored()).toEqual([])
  })

  test('reports the outcome of a cancelled payment, not the outcome of the transaction that cancels it', async () => {
    const page = await begin()
    await page.payments.pay(cancel())
    const cancelled = { status: 'cancelled', replacedBy: faster, isSettled: true } as const
    page.show(rowsOf(page, { [hash]: cancelled, [faster]: { status: 'confirmed', isSettled: true } }))
    expect(page.told).toEqual(['cancelled'])
    expect(page.stored()).toEqual([])
  })

  test('is forgotten if it is an unanswered cancellation and the first payment has settled', async () => {
    const page = await begin()
    page.wallet = () => reject('stopped')
    await expect(page.payments.pay(cancel())).rejects.toMatchObject({ code: 'outcome_unknown' })
    expect(page.stored()).toHaveLength(2)
    const [first] = page.stored() as [SentTransaction]
    page.show([{ ...first, status: 'confirmed' }])
    expect(page.forgotten).toEqual([])
    page.show([{ ...first, status: 'confirmed', isSettled: true }])
    expect(page.forgotten).toHaveLength(1)
    expect(page.stored()).toEqual([])
  })

  test.each(['nonce too low', 'already known', 'replacement transaction underpriced'])(
    'has an unknown outcome after the error "%s", and the first payment is followed to its outcome',
    async (message) => {
      const page = await begin()
      const cause = { code: -32_000, message }
      page.wallet = () => Promise.reject(new BillfoldError('wallet_failed', 'Failed.', { cause }))
      await expect(page.payments.pay(speedUp())).rejects.toMatchObject({ code: 'outcome_unknown' })
      const [first] = page.stored() as [SentTransaction]
      page.show([{ ...first, status: 'confirmed', isSettled: true }])
      expect(page.told).toEqual(['confirmed'])
      // The wallet may have sent the speed-up as a second payment, so it stays until the person has checked.
      expect(page.stored()).toHaveLength(1)
      expect(page.forgotten).toEqual([])
    },
  )

  test('is refused as pending, also after a reload, while the outcome of the first replacement request is unknown', async () => {
    const page = await begin()
    page.wallet = () => reject('stopped')
    await expect(page.payments.pay(speedUp())).rejects.toMatchObject({ code: 'outcome_unknown' })
    const next = page.reload()
    next.account = withNonces()
    await expect(next.payments.pay(speedUp())).rejects.toMatchObject({
      code: 'payment_pending',
      context: { isUnknown: true },
    })
    expect(next.asked).toEqual([])
  })
})

test('[D1] [F28] A second payment of a token with a display multiplier is refused as pending if its entered or raw amount equals the first payment’s', async () => {
  const page = createPage()
  const intend = (units: string, entered?: string): PaymentIntent => {
    const { out, ...rest } = coins()
    return { ...rest, out: { ...out, units, ...(entered && { multiplier: '10', entered }) } }
  }
  page.wallet = () => new Promise(() => {})
  void page.payments.pay(intend('1', '10')).catch(() => {})
  for (const same of [intend('1', '10'), intend('2', '10'), intend('1', '11'), intend('1')])
    await expect(page.payments.pay(same)).rejects.toMatchObject({ code: 'payment_pending' })
})

test('A second payment is refused as pending if only the letter case of its token’s address differs from the first payment', async () => {
  const page = createPage()
  const upper = `0x${'C'.repeat(40)}`
  await page.payments.pay(tokens())
  const again: PaymentIntent = { ...tokens(), out: { ...tokens().out, token: `eip155:1:${upper}` } }
  await page.payments.pay(again).catch(() => {})
  expect(page.asked).toHaveLength(1)
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

function approval(): PaymentIntent {
  return {
    ...tokens(),
    kind: 'approve',
    transaction: { to: token, value: 0n, data: approve(receiver, 5n) },
  }
}

function transfer(to: string, units: bigint): string {
  return erc20.encodeFunctionData('transfer', [to, units])
}

function approve(to: string, units: bigint): string {
  return erc20.encodeFunctionData('approve', [to, units])
}

/** As MetaMask hands on what its node says. */
const knownWithin = {
  code: -32603,
  message: 'Internal JSON-RPC error.',
  data: { code: -32000, message: 'already known' },
}

function reject(code: ErrorCode, message = 'no', number?: number) {
  const context = number === undefined ? {} : { code: number }
  return Promise.reject<string>(new BillfoldError(code, message, { context }))
}

/** A wallet that answers when it wants, or never; each request has an end of its own. */
interface OpenRequest {
  answer(hash: string): void
  refuse(code: 'wallet_declined' | 'outcome_unknown'): void
  isOver: boolean
  /** What became of it is known, whatever the wallet still answers. */
  isSettled: boolean
}

test('[F28] A payment that may have been sent is never requested again, in any order of answers, reloads and network results', async () => {
  const event = fc.oneof(
    { weight: 3, arbitrary: fc.constant('pay' as const) },
    fc.constantFrom('answer', 'decline', 'break', 'reload', 'open', 'find', 'settle', 'dismiss'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 24 }),
      fc.infiniteStream(fc.nat()),
      async (events, picks) => {
        const storage = createStorage()
        const requests: OpenRequest[] = []
        let count = 0
        const wallet = () =>
          new Promise<string>((resolve, reject) => {
            const request: OpenRequest = {
              isOver: false,
              isSettled: false,
              answer: resolve,
              refuse: (code) => reject(new BillfoldError(code, 'no')),
            }
            requests.push(request)
          })
        const { worker } = createPage()
        const open = () => Object.assign(createPage(storage, worker), { wallet })
        let pages = [open()]
        const pick = <T>(all: readonly T[]): T | undefined =>
          all[picks.next().value % Math.max(1, all.length)]
        /** What may be on its way, and nobody has put aside. */
        let alive = 0
        for (const step of events) {
          const page = pick(pages)!
          const request = pick(requests.filter(({ isOver }) => !isOver))
          if (step === 'pay') {
            const before = requests.length
            page.payments.pay(coins()).catch(() => {})
            await tick()
            if (requests.length > before) {
              expect(alive).toBe(0)
              alive += 1
            }
          }
          // Who has gone hears nothing: a request of a page that was closed stays open for ever.
          if (step === 'reload') {
            pages = [open()]
            pages[0]!.payments.resume()
            for (const one of requests) one.isOver = true
          }
          if (step === 'open') {
            pages.push(open())
            pages.at(-1)!.payments.resume()
          }
          if (request && (step === 'answer' || step === 'decline' || step === 'break')) {
            request.isOver = true
            const isAlone = requests.every(({ isOver, isSettled }) => isOver || isSettled)
            if (step === 'answer') request.answer(`0x${(count += 1).toString(16).padStart(64, '0')}`)
            else request.refuse(step === 'decline' ? 'wallet_declined' : 'outcome_unknown')
            await tick()
            if (step === 'answer') alive = Math.max(alive, 1)
            if (step === 'decline' && isAlone && storage.getItem('billfold/sent') === null) alive = 0
          }
          if (step === 'find') page.find(`0x${(count += 1).toString(16).padStart(64, '0')}`)
          if (step === 'settle') {
            page.settle('confirmed')
            if (page.stored().length === 0) {
              alive = 0
              for (const one of requests) one.isSettled = true
            }
          }
          if (step === 'dismiss') {
            for (const one of page.stored())
              if ('id' in one) page.payments.dismiss(one as unknown as { account: CaipAddress; id: string })
            if (page.stored().length === 0) {
              alive = 0
              for (const one of requests) one.isOver = true
            }
          }
          await tick()
          // What may be on its way is always there to be read, by whoever opens the page.
          if (alive > 0) expect(page.stored()).not.toEqual([])
          for (const { told } of pages) expect(told).not.toContain('failed')
        }
      },
    ),
    { numRuns: propertyRuns(200) },
  )
})

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
  /** While the code of the wallet is loaded. */
  beforeAsking: () => unknown
  asked: Transaction[]
  order: string[]
  remembered: SentTransaction[]
  refreshed: string[]
  told: string[]
  named: string[]
  /** Ids of what nobody asks for any more. */
  forgotten: string[]
  /** The network has what a wallet was asked for. */
  find(hash: string): void
  show(payments: readonly SentRow[]): void
  stored(): SentTransaction[]
  settle(status: SentRow['status'], isSettled?: boolean, isReopened?: boolean): void
  reload(): FakePage
  /** What the worker keeps. */
  worker: FakeWorker
  payments: ReturnType<typeof createPayments>
}

/** Of all tabs. */
interface FakeWorker {
  known: SentList
  isSilent: boolean
  /** Undefined: the node does not answer. */
  replacement?: PreparedReplacement | undefined
}

function createPage(
  storage = createStorage(),
  worker: FakeWorker = { known: { payments: [], asked: [] }, isSilent: false },
): FakePage {
  const list = signal<Snapshot<SentList>>({
    data: { payments: [], asked: [] },
    fetchedAt: 1,
    status: 'fresh',
  })
  const page: FakePage = {
    storage,
    worker,
    account: connected(account),
    wallet: () => Promise.resolve(hash),
    beforeCalls: () => {},
    beforeAsking: () => {},
    asked: [],
    order: [],
    remembered: [],
    refreshed: [],
    told: [],
    named: [],
    forgotten: [],
    find(found) {
      const asked = (JSON.parse(storage.getItem('billfold/sent') ?? '[]') as Partial<PendingRequest>[]).find(
        ({ id }) => id !== undefined,
      )
      if (!asked) return
      const { id, askedAt, ...payment } = asked as PendingRequest
      page.show([{ ...payment, hash: found, sentAt: askedAt, asked: id, status: 'pending' }])
    },
    show(payments) {
      const told = new Set(payments.map(({ hash }) => hash))
      const { payments: others, asked } = worker.known
      worker.known = {
        payments: [...payments, ...others.filter(({ hash }) => !told.has(hash))],
        asked: asked.filter(({ id }) => !payments.some((one) => one.asked === id)),
      }
      list.value = { data: { payments, asked: [] }, fetchedAt: 1, status: 'fresh' }
    },
    stored: () => JSON.parse(storage.getItem('billfold/sent') ?? '[]') as SentTransaction[],
    settle(status: SentRow['status'], isSettled = !isOpen({ status }), isReopened = false) {
      const seen = { status, ...(isSettled && { isSettled }), ...(isReopened && { isReopened }) }
      const kept = page.stored() as KeptSent[]
      page.show(
        kept.flatMap(({ announced: _announced, ...sent }) => (sent.hash ? [{ ...sent, ...seen }] : [])),
      )
    },
    reload: () => createPage(storage, worker),
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
          async sendTransaction(transaction, assertWanted) {
            await page.beforeAsking()
            assertWanted?.()
            page.asked.push(transaction)
            page.order.push('wallet')
            return page.wallet()
          },
        }
      },
      call: async (command, input) => {
        const { known } = worker
        if (command === 'rememberSent') {
          const sent = input as SentTransaction
          page.remembered.push(sent)
          page.order.push('worker')
          worker.known = {
            payments: [{ ...sent, status: 'pending' }, ...known.payments],
            asked: known.asked.filter(({ id }) => id !== sent.asked),
          }
        } else if (command === 'trackRequest') {
          const asked = input as PendingRequest
          page.remembered.push(input as SentTransaction)
          page.order.push('worker')
          worker.known = { ...known, asked: [asked, ...known.asked.filter(({ id }) => id !== asked.id)] }
          if (worker.isSilent) return new Promise(() => {})
          return worker.known as never
        } else if (command === 'dropRequest') {
          const { id } = input as PendingRequest
          page.forgotten.push(id)
          // It is late.
          void tick().then(() => {
            worker.known = { ...worker.known, asked: worker.known.asked.filter((one) => one.id !== id) }
          })
        } else if (command === 'prepareReplacement') {
          if (worker.replacement) return worker.replacement as never
          throw new BillfoldError('http_network', 'The node is away.')
        } else if (command === 'readSwap') {
          if (worker.isSilent) return new Promise(() => {})
          const { transaction } = input as { transaction: SwapCall }
          return { transaction, isPayment: true } as never
        } else page.refreshed.push((input as { topic: string }).topic)
        return undefined as never
      },
      topic: (() => list) as never,
      snacks: {
        show({ message }) {
          const { code, what } = message as { code: string; what: string }
          page.told.push(code.replace('payment_', ''))
          page.named.push(what)
        },
      },
    }),
  }
  return page
}
