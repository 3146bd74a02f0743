import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canSend,
  checkTransfer,
  formatMaxAmount,
  getMaxAmount,
  isPreparedFrom,
  type PreparedTransfer,
  type TransferDraft,
  type TransferToken,
} from '../../../src/core/payments/transfer.ts'
import { isSamePayment } from '../../../src/core/payments/sent.ts'
import { toTransferIntent } from '../../../src/payments/to-transfer-intent.ts'
import { propertyRuns } from '../../property-runs.ts'
import { encodeTransfer } from '../../encode-transfer.ts'

const runs = propertyRuns(10_000)
const MARA = 'eip155:1:0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a'
const NADIA = '0x000000000000000000000000000000000000bEEF'
const ether: TransferToken = {
  id: 'eip155:1',
  kind: 'native',
  symbol: 'ETH',
  decimals: 18,
  amount: 10n ** 18n,
}
const dollar: TransferToken = {
  id: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  kind: 'token',
  contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  decimals: 6,
  amount: 250_000_000n,
}
const empty: TransferDraft = {
  account: MARA,
  locale: 'en',
  token: undefined,
  amountText: '',
  receiverText: '',
}
const whole: TransferDraft = { ...empty, token: dollar, amountText: '250', receiverText: NADIA }
const problemOf = (draft: Partial<TransferDraft>, fee?: bigint) =>
  checkTransfer({ ...whole, ...draft }, fee).problem

describe('A receiver in a link', () => {
  const faultOf = (draft: Partial<TransferDraft>) => {
    const { problem, receiver } = checkTransfer({ ...whole, ...draft })
    return receiver.status === 'wrong' ? [problem, receiver.fault.code] : problem
  }

  test('[D10] blocks the transfer unless the network of the link is chosen', () => {
    for (const receiverText of [
      `base:${NADIA}`,
      `ethereum:${NADIA}@8453`,
      `eip155:8453:${NADIA}`,
      'base:nadia.eth',
      'ethereum:nadia.eth@8453',
    ]) {
      expect(faultOf({ receiverText }), receiverText).toEqual(['receiver_wrong', 'network'])
      const found = { query: 'nadia.eth', name: 'nadia.eth', address: NADIA, foundAt: 0 }
      expect(faultOf({ receiverText, found }), receiverText).toEqual(['receiver_wrong', 'network'])
      const account = MARA.replace(':1:', ':8453:') as `eip155:${string}:${string}`
      expect(faultOf({ receiverText, found, account }), receiverText).toBeUndefined()
    }
    expect(faultOf({ receiverText: `eth:${NADIA}` })).toBeUndefined()
    expect(faultOf({ receiverText: `ethereum:${NADIA}` })).toBeUndefined()
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
    const account = solana.replace(
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ) as never
    expect(faultOf({ account, receiverText: solana })).toEqual(['receiver_wrong', 'network'])
    expect(faultOf({ account: solana as never, receiverText: solana })).toBeUndefined()
  })

  test('[D10] blocks the transfer unless the token of the link is chosen', () => {
    const asks = (token: string) => `ethereum:${token}@1/transfer?address=${NADIA}&uint256=1`
    const dollars = asks(dollar.contract!.toLowerCase())
    expect(faultOf({ receiverText: dollars })).toBeUndefined()
    expect(faultOf({ receiverText: dollars, token: ether, amountText: '0.1' })).toEqual([
      'receiver_wrong',
      'token',
    ])
    expect(faultOf({ receiverText: asks(`0x${'1'.repeat(40)}`) })).toEqual(['receiver_wrong', 'token'])
    expect(faultOf({ receiverText: `ethereum:${NADIA}?value=1` })).toEqual(['receiver_wrong', 'token'])
    expect(
      faultOf({ receiverText: `ethereum:${NADIA}?value=1`, token: ether, amountText: '0.1' }),
    ).toBeUndefined()
  })

  test('[D10] never changes the typed amount', () => {
    const check = checkTransfer({
      ...whole,
      token: ether,
      amountText: '0.1',
      receiverText: `ethereum:${NADIA}?value=9e17`,
    })
    expect(check.amount).toEqual({ status: 'read', amount: 10n ** 17n })
    expect(
      checkTransfer({ ...whole, amountText: '', receiverText: `ethereum:${NADIA}?value=9` }).problem,
    ).toBe('amount_missing')
  })
})

describe('The check of the send form', () => {
  test('[A77] [A97] names the first missing entry, in the order of the form', () => {
    expect(checkTransfer(empty).problem).toBe('token_missing')
    expect(problemOf({ amountText: '', receiverText: '' })).toBe('amount_missing')
    expect(problemOf({ amountText: '0.00', receiverText: '' })).toBe('amount_missing')
    expect(problemOf({ amountText: '1.2345678', receiverText: '' })).toBe('amount_wrong')
    expect(problemOf({ amountText: '250.000001', receiverText: '' })).toBe('funds_insufficient')
    expect(problemOf({ receiverText: '' })).toBe('receiver_missing')
    expect(problemOf({ receiverText: '0x12' })).toBe('receiver_wrong')
    expect(problemOf({ receiverText: 'nadia.eth' })).toBe('receiver_unresolved')
    expect(checkTransfer(whole)).toMatchObject({
      problem: undefined,
      amount: { amount: 250_000_000n },
      receiver: { address: NADIA },
    })
  })

  test('[A98] [A201] rejects networks that are neither EVM nor Solana', () => {
    for (const account of [
      'bip122:000000000019d6689c085ae165831e93:bc1q',
      'cosmos:hub:c',
      'polkadot:p:1',
    ] as const) {
      expect(problemOf({ account })).toBe('namespace_unsupported')
      expect(canSend(account)).toBe(false)
    }
    expect(canSend(MARA)).toBe(true)
    expect(canSend('solana:localnet:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')).toBe(true)
  })

  test('uses the address of a resolved name only while that name is entered', () => {
    const found = { query: 'Nadia.eth', name: 'nadia.eth', address: NADIA, foundAt: 0 }
    expect(checkTransfer({ ...whole, receiverText: ' Nadia.eth ', found })).toMatchObject({
      problem: undefined,
      receiver: { address: NADIA, name: 'nadia.eth', isChecked: true },
    })
    expect(problemOf({ receiverText: 'nadla.eth', found })).toBe('receiver_unresolved')
    // What was looked up before does not lend its name to an address.
    expect(checkTransfer({ ...whole, found }).receiver).not.toHaveProperty('name')
  })
})

describe('Max', () => {
  test('[F24] leaves enough of the native token for the fee, and takes the whole balance of every other token', () => {
    expect(getMaxAmount(ether, 21_000n * 10n ** 9n)).toBe(10n ** 18n - 21_000n * 10n ** 9n)
    expect(formatMaxAmount(ether, 21_000n * 10n ** 9n, 'de')).toBe('0,999979')
    expect(getMaxAmount(dollar, 10n ** 18n)).toBe(250_000_000n)
    expect(formatMaxAmount(ether, 2n * 10n ** 18n, 'en')).toBe('')
  })

  test('leaves exactly the given fee: if the fee is one unit higher, the funds are insufficient', () => {
    const fee = 123_456_789n
    const amountText = formatMaxAmount(ether, fee, 'en')
    expect(problemOf({ token: ether, amountText }, fee)).toBeUndefined()
    expect(problemOf({ token: ether, amountText }, fee + 1n)).toBe('funds_insufficient')
  })
})

describe('A prepared transfer', () => {
  const prepared: PreparedTransfer = {
    draft: whole,
    amount: 250_000_000n,
    receiver: { status: 'address', address: NADIA, isChecked: true },
    warnings: [],
    simulation: { status: 'passed' },
    transaction: encodeTransfer(dollar, NADIA, 250_000_000n),
  }

  test('[F27] goes to the wallet only if the form still has the values that the transfer was prepared from', () => {
    expect(isPreparedFrom(prepared, { ...whole, amountText: '250.0' })).toBe(true)
    const other = '0x00000000000000000000000000000000DeaDBeef'
    for (const change of [
      { amountText: '249' },
      { amountText: '' },
      { receiverText: other },
      { token: { ...dollar, contract: other } },
      { token: { ...dollar, decimals: 5 } },
      { token: ether },
      { token: undefined },
      { account: 'eip155:10:0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a' as const },
      { account: `eip155:1:${other.toLowerCase()}` as const },
    ]) {
      const draft = { ...whole, ...change }
      expect(isPreparedFrom(prepared, draft)).toBe(false)
      expect(() => toTransferIntent(prepared, draft)).toThrow(
        expect.objectContaining({ code: 'payment_changed' }),
      )
    }
  })

  test('[D1] has the raw amount if its token has a display multiplier, and stays the same payment if the multiplier changes', () => {
    const account = 'solana:devnet:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' as const
    const mint = 'So11111111111111111111111111111111111111112'
    const token = { ...dollar, id: `solana:devnet:${mint}` as const, contract: mint }
    const draft = { ...whole, account, token, receiverText: mint }
    const intend = (multiplied: NonNullable<PreparedTransfer['multiplied']>) =>
      toTransferIntent(
        {
          ...prepared,
          draft,
          multiplied,
          receiver: { status: 'address', address: mint, isChecked: true },
          transaction: { namespace: 'solana', transaction: Uint8Array.of(1) },
        },
        draft,
      )
    const one = intend({ raw: 25_000_000n, shown: 250_000_000n, by: '10' })
    expect(one.out).toMatchObject({ text: '250', units: '25000000' })
    const grown = intend({ raw: 24_999_997n, shown: 249_999_994n, by: '10.000001' })
    expect(grown.out).toMatchObject({ text: '249.999994', units: '24999997' })
    expect(isSamePayment(grown, one)).toBe(true)
    // More than what was entered, and what is not what it says.
    for (const multiplied of [
      { raw: 25_000_001n, shown: 250_000_010n, by: '10' },
      { raw: 25_000_000n, shown: 250_000_001n, by: '10' },
      { raw: 0n, shown: 0n, by: '10' },
      { raw: 25_000_000n, shown: 250_000_000n, by: 'ten' },
    ])
      expect(() => intend(multiplied)).toThrow(expect.objectContaining({ code: 'payment_changed' }))
  })

  test('[F27] [F36] goes to the wallet only if its transaction does what the review shows', () => {
    const other = '0x00000000000000000000000000000000DeaDBeef'
    for (const transaction of [
      encodeTransfer(dollar, other, 250_000_000n),
      encodeTransfer(dollar, NADIA, 250_000_001n),
      encodeTransfer({ ...dollar, contract: other }, NADIA, 250_000_000n),
      encodeTransfer(ether, NADIA, 250_000_000n),
      { ...encodeTransfer(dollar, NADIA, 250_000_000n), value: 1n },
      { namespace: 'solana', transaction: new Uint8Array(215) } as const,
    ])
      expect(isPreparedFrom({ ...prepared, transaction }, whole)).toBe(false)
  })

  test('[F27] is refused if account, token, amount, receiver or resolved address changed after it was shown', () => {
    const other = '0x00000000000000000000000000000000DeaDBeef'
    const drafts = fc.record<TransferDraft>({
      account: fc.constantFrom(MARA, 'eip155:10:0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a', 'eip155:1:0x01'),
      locale: fc.constantFrom('en', 'de'),
      token: fc.constantFrom(
        dollar,
        ether,
        { ...dollar, decimals: 5 },
        { ...dollar, id: `eip155:1:${other.toLowerCase()}`, contract: other },
        undefined,
      ),
      amountText: fc.constantFrom('1', '1.0', '1,0', '0.1', '10', '', '1.000'),
      receiverText: fc.constantFrom(NADIA, NADIA.toLowerCase(), other, 'nadia.eth', 'theo.eth', ''),
      found: fc.constantFrom(
        undefined,
        { query: 'nadia.eth', name: 'nadia.eth', address: NADIA, foundAt: 0 },
        { query: 'nadia.eth', name: 'nadia.eth', address: other, foundAt: 0 },
        { query: 'theo.eth', name: 'theo.eth', address: other, foundAt: 0 },
      ),
      confirmedAddress: fc.constantFrom(undefined, NADIA, other),
    })
    let sent = 0
    fc.assert(
      fc.property(drafts, drafts, fc.boolean(), (shown, changed, isSame) => {
        const check = checkTransfer(shown)
        if (check.problem !== undefined) return
        const { amount } = check.amount
        const { receiver } = check
        const transaction = encodeTransfer(shown.token!, receiver.address, amount)
        const made: PreparedTransfer = { ...prepared, draft: shown, amount, receiver, transaction }
        const now = isSame ? { ...shown, amountText: shown.amountText.replace(',', '.') } : changed
        let intent
        try {
          intent = toTransferIntent(made, now)
        } catch (error) {
          expect(error).toMatchObject({ code: 'payment_changed' })
          expect(isSame && checkTransfer(now).problem === undefined).toBe(false)
          return
        }
        sent += 1
        // By the form as it is now, read anew.
        const again = checkTransfer(now)
        if (again.problem !== undefined) throw new Error(again.problem)
        expect(intent.account).toBe(now.account)
        expect(intent.to).toBe(again.receiver.address)
        expect(intent.transaction).toEqual(
          encodeTransfer(now.token!, again.receiver.address, again.amount.amount),
        )
      }),
      { numRuns: runs },
    )
    expect(sent).toBeGreaterThan(runs / 100)
  })

  test('[F27] becomes a frozen intent', () => {
    const intent = toTransferIntent(prepared, whole)
    expect(intent).toMatchObject({
      kind: 'send',
      account: MARA,
      to: NADIA,
      out: { symbol: 'USDC', text: '250', token: dollar.id },
      transaction: prepared.transaction,
    })
    expect(
      Object.isFrozen(intent) && Object.isFrozen(intent.transaction) && Object.isFrozen(intent.out),
    ).toBe(true)
  })
})
