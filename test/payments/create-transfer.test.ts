import { describe, expect, test, vi } from 'vitest'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { SentTransaction } from '../../src/core/payments/sent.ts'
import {
  type PreparedTransfer,
  type ReceiverWarning,
  type TransferDraft,
} from '../../src/core/payments/transfer.ts'
import { createTransfer, type Transfer } from '../../src/payments/create-transfer.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import { encodeTransfer } from '../encode-transfer.ts'

const account: CaipAddress = 'eip155:31337:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const nadia = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const draft: TransferDraft = {
  account,
  locale: 'en',
  token: { id: 'eip155:31337', kind: 'native', symbol: 'ETH', decimals: 18, amount: 10n ** 19n },
  amountText: '0.5',
  receiverText: nadia,
}
const prepared: PreparedTransfer = {
  draft,
  amount: 5n * 10n ** 17n,
  receiver: { status: 'address', address: nadia, isChecked: true },
  warnings: [],
  simulation: { status: 'passed' },
  transaction: encodeTransfer({ kind: 'native' }, nadia, 5n * 10n ** 17n),
}
const hash = `0x${'ab'.repeat(32)}`

/** A wallet whose answer comes when the test says so. */
function setUp(part: Partial<PreparedTransfer> = {}, now = () => 0) {
  const asked: [intent: PaymentIntent, isLookedFor: boolean][] = []
  let settle: { resolve(sent: SentTransaction): void; reject(error: unknown): void } | undefined
  const onSent = vi.fn<(transfer: Transfer, sent: SentTransaction) => void>()
  const call = vi.fn<(command: string, input: unknown) => Promise<unknown>>(async (command) =>
    command === 'checkReceiver' ? world.seen : { ...prepared, ...part },
  )
  const world: { seen: readonly ReceiverWarning[] } = { seen: part.warnings ?? [] }
  const pay = (intent: PaymentIntent, isLookedFor = false) => {
    asked.push([intent, isLookedFor])
    return new Promise<SentTransaction>((resolve, reject) => (settle = { resolve, reject }))
  }
  const shell = { call: call as never, payments: async () => ({ pay, dismiss: () => {} }) }
  const transfer = createTransfer(draft, { shell, own: [account], onSent, now })
  const flush = () => new Promise<void>((resolve) => setTimeout(resolve))
  return {
    transfer,
    asked,
    onSent,
    call,
    world,
    flush,
    async approve() {
      const { transaction: _, ...facts } = asked.at(-1)![0]
      settle!.resolve({ ...facts, hash, sentAt: 1 })
      await flush()
    },
    async fail(code: ConstructorParameters<typeof BillfoldError>[0], context = {}) {
      settle!.reject(new BillfoldError(code, code, { context }))
      await flush()
    },
  }
}

/** Sends what is shown. */
async function send({ state, send }: Transfer, current: TransferDraft, isLookedFor?: boolean): Promise<void> {
  const shown = state.value
  if ('prepared' in shown) await send(shown.prepared, current, isLookedFor)
}

async function ask(part: Partial<PreparedTransfer> = {}) {
  const all = setUp(part)
  await all.transfer.prepare()
  void send(all.transfer, draft)
  await all.flush()
  return all
}

describe('A transfer', () => {
  test('[A78] asks the wallet for what was shown, and ends with a hash', async () => {
    const { transfer, asked, onSent, approve } = await ask()
    expect(transfer.state.value.status).toBe('asking')
    const { transaction, to, out } = asked[0]![0]
    expect([transaction, to, out]).toEqual([
      { namespace: 'eip155', to: nadia, value: 5n * 10n ** 17n, data: '0x' },
      nadia,
      { symbol: 'ETH', text: '0.5', units: '500000000000000000' },
    ])
    await approve()
    expect(transfer.state.value).toMatchObject({ status: 'sent', sent: { hash } })
    expect(onSent).toHaveBeenCalledTimes(1)
  })

  test('[F27] never reaches the wallet if the form, account or token changed after it was prepared', async () => {
    const { transfer, asked } = setUp()
    await transfer.prepare()
    for (const part of [
      { amountText: '0.51' },
      { receiverText: nadia.toLowerCase().replace('beaed', 'beaee') },
      { account: account.replace('31337', '31338') as CaipAddress },
      { token: { ...draft.token!, id: 'eip155:31338' } },
      { token: undefined },
    ]) {
      await send(transfer, { ...draft, ...part })
      expect(transfer.state.value).toMatchObject({ status: 'ready', failure: { code: 'payment_changed' } })
    }
    expect(asked).toEqual([])
  })

  test('can be sent again after a decline', async () => {
    const { transfer, asked, fail, flush } = await ask()
    await fail('wallet_declined')
    expect(transfer.state.value).toMatchObject({ status: 'ready', failure: { code: 'wallet_declined' } })
    void send(transfer, draft)
    await flush()
    expect(asked).toHaveLength(2)
  })

  test('[F28] changes to sent if the wallet approves after the user pressed Cancel', async () => {
    const { transfer, approve, onSent } = await ask()
    transfer.cancel()
    expect(transfer.state.value.status).toBe('ready')
    transfer.leave()
    await approve()
    expect(transfer.state.value.status).toBe('sent')
    expect(onSent).toHaveBeenCalledTimes(1)
  })

  test('shows no error if the wallet declines after the user pressed Cancel', async () => {
    const { transfer, fail } = await ask()
    transfer.cancel()
    await fail('wallet_declined')
    expect(transfer.state.value).toEqual({ status: 'ready', prepared })
  })

  test('[F28] is sent again after an unknown outcome only once the person has checked the wallet', async () => {
    const { transfer, asked, fail, flush } = await ask()
    await fail('outcome_unknown')
    expect(transfer.state.value.status).toBe('unknown')
    await send(transfer, draft)
    await transfer.prepare()
    transfer.cancel()
    expect([asked.length, transfer.state.value.status]).toEqual([1, 'unknown'])
    void send(transfer, draft, true)
    await flush()
    expect(asked[1]![1]).toBe(true)
  })

  test('has an unknown outcome if an earlier request of the same payment has an unknown outcome', async () => {
    const { transfer, fail } = await ask()
    await fail('payment_pending', { isUnknown: true })
    expect(transfer.state.value.status).toBe('unknown')
  })

  test('asks the wallet once, however often the button is pressed', async () => {
    const { transfer, asked, flush } = await ask()
    void send(transfer, draft)
    void send(transfer, draft)
    await flush()
    expect(asked).toHaveLength(1)
  })

  test('with an expired review is prepared and shown again on Send, instead of being sent to the wallet', async () => {
    let time = 0
    const { transfer, asked, call } = setUp({ freshUntil: 30_000 }, () => time)
    await transfer.prepare()
    time = 30_001
    await send(transfer, draft)
    expect([asked.length, call.mock.calls.length, transfer.state.value.status]).toEqual([0, 2, 'ready'])
  })

  test('[D1] reports the previous raw amount when preparing again changes it by more than interest explains', async () => {
    const { transfer, call } = setUp()
    const multiply = async (raw: bigint) => {
      call.mockResolvedValueOnce({ ...prepared, multiplied: { raw, shown: prepared.amount, by: '1' } })
      await transfer.prepare()
      return (transfer.state.value as { before?: bigint }).before
    }
    expect(await multiply(10n ** 9n)).toBeUndefined()
    // As much as interest makes of it, which goes on.
    expect(await multiply(10n ** 9n - 90_000n)).toBeUndefined()
    expect(await multiply(10n ** 10n)).toBe(10n ** 9n)
  })

  test('[D1] [F30] is sent only after the person accepts the new amount if its raw amount has changed since the first review', async () => {
    const { transfer, call, asked, flush } = setUp()
    const by = (multiplied?: PreparedTransfer['multiplied']) => ({
      ...prepared,
      ...(multiplied && { multiplied }),
    })
    const other = { raw: 10n ** 9n, shown: prepared.amount, by: '500000000' }
    await transfer.prepare()
    call.mockResolvedValueOnce(by(other))
    await transfer.prepare()
    expect(transfer.state.value).toMatchObject({ status: 'ready', before: prepared.amount })
    expect(transfer.state.value).not.toHaveProperty('trouble')
    await send(transfer, draft)
    await flush()
    expect(asked).toEqual([])
    // It is as much worse after another look.
    call.mockResolvedValueOnce(by(other))
    await transfer.prepare()
    expect(transfer.state.value).toMatchObject({ before: prepared.amount })
    const shown = (transfer.state.value as { prepared: PreparedTransfer }).prepared
    transfer.accept(prepared)
    expect(transfer.state.value).toHaveProperty('before')
    transfer.accept(shown)
    expect(transfer.state.value).not.toHaveProperty('before')
    call.mockResolvedValueOnce(by(other))
    await transfer.prepare()
    expect(transfer.state.value).not.toHaveProperty('before')
    // Back to what it was, which is another amount again.
    call.mockResolvedValueOnce(by())
    await transfer.prepare()
    expect(transfer.state.value).toMatchObject({ before: 10n ** 9n })
  })

  test('[F27] is not sent if a newer review has replaced the review in which the user pressed Send', async () => {
    const { transfer, asked, flush } = setUp()
    await transfer.prepare()
    const shown = (transfer.state.value as { prepared: PreparedTransfer }).prepared
    await transfer.prepare()
    await transfer.send(shown, draft)
    await flush()
    expect([asked.length, transfer.state.value.status]).toEqual([0, 'ready'])
    void send(transfer, draft)
    await flush()
    expect(asked).toHaveLength(1)
  })

  test('[F28] counts the user’s check of the wallet for one request only, even if the transfer is prepared again before that request', async () => {
    let time = 0
    const { transfer, asked, fail, flush } = setUp({ freshUntil: 30_000 }, () => time)
    await transfer.prepare()
    void send(transfer, draft)
    await flush()
    await fail('outcome_unknown')
    time = 30_001
    await send(transfer, draft, true)
    expect([asked.length, transfer.state.value.status]).toEqual([1, 'ready'])
    time = 0
    void send(transfer, draft)
    await flush()
    expect(asked.map(([, isLookedFor]) => isLookedFor)).toEqual([false, true])
    // It counts for one question.
    await fail('wallet_declined')
    void send(transfer, draft)
    await flush()
    expect(asked[2]![1]).toBe(false)
  })

  test('says why it can’t be prepared, and can be prepared again', async () => {
    const { transfer, call } = setUp()
    call.mockRejectedValueOnce(new BillfoldError('transfer_refused', 'No.'))
    await transfer.prepare()
    expect(transfer.state.value).toMatchObject({ status: 'unprepared', error: { code: 'transfer_refused' } })
    await send(transfer, draft)
    await transfer.prepare()
    expect(transfer.state.value.status).toBe('ready')
  })
})

describe('[F26] The receiver check right before the wallet is asked', () => {
  const like: ReceiverWarning = {
    code: 'look_alike',
    anchor: '0x5aAe00000000000000000000000000000000eAed',
    prefix: 4,
    suffix: 4,
    isBait: false,
  }
  const known = ({ transfer }: { transfer: Transfer }) => {
    const state = transfer.state.value
    return 'prepared' in state ? state.prepared.warnings.map(({ code }) => code) : undefined
  }

  test('shows a new warning from a history that was loaded since the review, and then does not ask the wallet', async () => {
    const all = setUp({ warnings: [{ code: 'unread' }] })
    const { transfer, asked, call, world, flush } = all
    await transfer.prepare()
    world.seen = [like, { code: 'new' }]
    void send(transfer, draft)
    expect(transfer.state.value).toMatchObject({ status: 'ready', isRenewed: true })
    await flush()
    expect(call.mock.lastCall).toEqual(['checkReceiver', { draft, own: [account], isOffline: true }])
    expect([asked.length, transfer.state.value.status, known(all)]).toEqual([
      0,
      'ready',
      ['look_alike', 'unread'],
    ])
    expect(transfer.state.value).not.toHaveProperty('isRenewed')
    // Who has seen it and insists is asked for it.
    void send(transfer, draft)
    await flush()
    expect([asked.length, transfer.state.value.status]).toEqual([1, 'asking'])
  })

  test('keeps the earlier warnings if the worker could not read all data for the new check', async () => {
    const all = setUp({ warnings: [{ code: 'token_contract' }, { code: 'new' }] })
    const { transfer, asked, call, world, flush } = all
    await transfer.prepare()
    const before = call.mock.calls.length
    await expect(transfer.look()).resolves.toBe(true)
    expect(call.mock.calls.length, 'the preparation has just checked it').toBe(before)
    world.seen = [{ code: 'new' }, { code: 'unknown' }]
    await expect(transfer.look()).resolves.toBe(false)
    expect(known(all)).toEqual(['token_contract', 'new', 'unknown'])
    world.seen = [{ code: 'unread' }, { code: 'unchecked' }, { code: 'own' }]
    void send(transfer, draft)
    await flush()
    expect([asked.length, known(all)]).toEqual([1, ['token_contract', 'new', 'unknown']])
  })

  test('replaces the earlier warnings if the worker could read all data for the new check', async () => {
    const all = setUp({ warnings: [{ code: 'unread' }] })
    const { transfer, world } = all
    await expect(transfer.look()).resolves.toBe(false)
    await transfer.prepare()
    world.seen = []
    await expect(transfer.look()).resolves.toBe(true)
    expect(known(all)).toEqual([])
  })

  test('prevents the request to the wallet if the person leaves or prepares again during the check', async () => {
    for (const meanwhile of ['leave', 'prepare'] as const) {
      const { transfer, asked, flush } = setUp()
      await transfer.prepare()
      void send(transfer, draft)
      void transfer[meanwhile]()
      await flush()
      expect([meanwhile, asked.length, transfer.state.value.status]).toEqual([meanwhile, 0, 'ready'])
      expect(transfer.state.value).not.toHaveProperty('isRenewed')
    }
  })

  test('prevents the request to the wallet if the check fails, and keeps an unknown outcome unknown', async () => {
    const { transfer, asked, call, fail, flush } = await ask()
    await fail('wallet_declined')
    call.mockRejectedValueOnce(new BillfoldError('http_timeout', 'Too long.'))
    await send(transfer, draft)
    expect([asked.length, transfer.state.value]).toMatchObject([1, { status: 'ready', failure: {} }])
    void send(transfer, draft)
    await flush()
    await fail('outcome_unknown')
    call.mockRejectedValueOnce(new BillfoldError('http_timeout', 'Too long.'))
    await send(transfer, draft, true)
    expect([asked.length, transfer.state.value]).toMatchObject([
      2,
      { status: 'unknown', failure: { code: 'http_timeout' } },
    ])
    void send(transfer, draft, true)
    expect(transfer.state.value).toMatchObject({ status: 'unknown', isRenewed: true })
    expect(transfer.state.value).not.toHaveProperty('trouble')
    transfer.leave()
    await flush()
    expect([asked.length, transfer.state.value.status]).toEqual([2, 'unknown'])
  })
})
