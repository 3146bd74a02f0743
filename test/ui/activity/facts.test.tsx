// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ActivityRow, TransactionFacts } from '../../../src/core/assets/activity.ts'
import { Facts } from '../../../ui/activity/facts.tsx'
import { ShellContext } from '../../../ui/base/shell-context.ts'
import { address, connected, createFakeShell, type FakeShell, network } from '../fake-shell.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const nadia = '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const sent: ActivityRow = {
  id: '1',
  kind: 'sent',
  status: 'confirmed',
  minedAt: Date.UTC(2026, 10, 14, 9, 41, 12),
  future: false,
  amounts: [{ direction: 'out', text: '−80.000 USDC', full: '80 USDC' }],
  nft: false,
  hash: `0x${'ab'.repeat(32)}`,
  from: address,
}
const said: TransactionFacts = {
  isWhole: true,
  status: 'confirmed',
  minedAt: sent.minedAt!,
  fee: 46_874_000_328_118n,
  signer: address,
  from: address,
  to: nadia,
  token: usdc,
}

let shell: FakeShell
let place: HTMLElement
let root: Root

beforeEach(() => {
  shell = createFakeShell()
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
})

async function show(row: Partial<ActivityRow>, facts?: TransactionFacts): Promise<void> {
  if (facts) shell.facts = facts
  await act(async () =>
    root.render(
      <ShellContext value={shell}>
        <Facts
          row={{ ...sent, ...row }}
          account={connected.caipAddress}
          network={network}
          onMeasure={() => {}}
        />
      </ShellContext>,
    ),
  )
}

/** What is said of each thing that is named, addresses in whole. */
function read(): Record<string, string> {
  const facts = [...place.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling!.textContent,
  ])
  const parties = [...place.querySelectorAll('.party')].map((party) => [
    party.querySelector('.line > span')!.textContent,
    party.querySelector('.whole-address')?.getAttribute('aria-label') ??
      [...party.querySelector('.line')!.childNodes]
        .slice(1)
        .map(({ textContent }) => textContent)
        .join(''),
  ])
  return Object.fromEntries([...facts, ...parties]) as Record<string, string>
}

describe('[G49] An opened activity row', () => {
  test('[V15] shows a token payment’s receiver and amount, its network fee with six digits, and "You" for the account', async () => {
    await show({}, said)
    const { Time, Transaction, ...rest } = read()
    expect(Time).toMatch(/^14 Nov 2026, \d\d:41:12$/)
    expect(Transaction).toBe('0xabab…abab')
    expect(rest).toEqual({
      Status: 'Confirmed',
      Paid: '80 USDC',
      'Network fee': '0.000046874\u00a0ETH',
      From: 'You',
      To: nadia,
      'Token contract': usdc,
    })
    expect(shell.calls).toEqual([
      {
        command: 'transactionFacts',
        input: { account: connected.caipAddress, hash: sent.hash, from: address },
      },
    ])
  })

  test('shows "Not available" for unknown facts', async () => {
    await show({ contract: usdc }, { isWhole: false })
    const { To, Contract, 'Network fee': fee } = read()
    expect({ To, Contract, fee }).toEqual({ To: 'Not available', Contract: undefined, fee: 'Not available' })
    shell.answer = () => Promise.reject(new Error('lost'))
    await show({ hash: `0x${'cd'.repeat(32)}` })
    expect(read()['To']).toBe('Not available')
  })

  test('names both the signer and the account that the tokens came from if they differ', async () => {
    await show({ from: nadia }, { ...said, signer: nadia, to: usdc })
    const { From, To, 'Signed by': signer, 'Network fee': fee } = read()
    expect({ From, To, signer, fee }).toEqual({ From: 'You', To: usdc, signer: nadia, fee: undefined })
  })

  test('shows the sender of an incoming payment, but not the network fee, which the sender paid', async () => {
    await show(
      {
        kind: 'received',
        from: nadia,
        amounts: [{ direction: 'in', text: '+80.000 USDC', full: '80 USDC' }],
      },
      { ...said, signer: nadia, from: nadia, to: address },
    )
    const { Received, Paid, From, To, 'Network fee': fee } = read()
    expect({ Received, Paid, From, To, fee }).toEqual({
      Received: '80 USDC',
      Paid: undefined,
      From: nadia,
      To: 'You',
      fee: undefined,
    })
  })

  test.each([
    ['Unlimited USDC', { kind: 'unlimited' }, 'USDC'],
    ['Unlimited', { kind: 'unlimited' }, undefined],
    ['250 USDC', { kind: 'amount', amount: 250_000_000n, decimals: 6 }, 'USDC'],
    ['0.000000000000000001 UNI', { kind: 'amount', amount: 1n, decimals: 18 }, 'UNI'],
    ['Revoked', { kind: 'none' }, 'USDC'],
    ['All NFTs in the collection', { kind: 'all' }, undefined],
    ['NFT #12', { kind: 'nft', tokenId: '12' }, undefined],
    ['Not available', undefined, 'USDC'],
  ] as const)('shows the spending cap of an approval as “%s”', async (words, limit, symbol) => {
    const approval = { spender: nadia, ...(symbol ? { symbol } : {}), ...(limit ? { limit } : {}) }
    const { from: _, to: __, ...rest } = said
    await show({ kind: 'approved', amounts: [], contract: usdc }, { ...rest, approval })
    const { 'Spending cap': cap, Spender, 'Token contract': token, To, Contract } = read()
    expect({ cap, Spender, token, To, Contract }).toEqual({
      cap: words,
      Spender: nadia,
      token: usdc,
      To: undefined,
      Contract: undefined,
    })
  })

  test('shows "Contract" only for an address that is known to be a contract', async () => {
    const { from: _, to: __, token: ___, ...rest } = said
    await show({ kind: 'executed', amounts: [], contract: usdc }, { ...rest, contract: usdc })
    expect(read()['Contract']).toBe(usdc)
    await show({ kind: 'executed', id: '2', amounts: [], contract: nadia, hash: `0x${'cd'.repeat(32)}` })
    shell.facts = { ...rest, to: nadia }
    await show({ kind: 'executed', amounts: [], contract: nadia, hash: `0x${'ef'.repeat(32)}` })
    const { Contract, To } = read()
    expect({ Contract, To }).toEqual({ Contract: undefined, To: nadia })
  })

  test('shows the status that the chain reports', async () => {
    await show({ status: 'pending' }, { ...said, status: 'failed' })
    expect(read()['Status']).toBe('Failed')
    expect(read()['Paid']).toBeUndefined()
  })

  const { from: _, to: __, token: ___, ...call } = said
  const received: Partial<ActivityRow> = {
    kind: 'received',
    from: nadia,
    amounts: [{ direction: 'in', text: '+80.000 USDC', full: '80 USDC' }],
  }
  const approval = { spender: nadia, symbol: 'USDC', limit: { kind: 'unlimited' } } as const
  test.each<[string, Partial<ActivityRow>, TransactionFacts]>([
    [
      'a received token',
      { ...received, contract: usdc },
      { ...said, signer: nadia, from: nadia, to: address },
    ],
    ['a received native token', received, { ...call, signer: nadia, from: nadia, to: address }],
    [
      'a payment from a contract',
      { ...received, contract: usdc },
      { ...call, signer: nadia, contract: usdc },
    ],
    [
      'an incoming payment whose facts cannot be fetched',
      { ...received, contract: usdc },
      { isWhole: false },
    ],
    ['a sent token', { contract: usdc }, said],
    ['a swap', { kind: 'swapped', contract: usdc }, { ...call, contract: usdc }],
    ['an approval', { kind: 'approved', amounts: [], contract: usdc }, { ...call, token: usdc, approval }],
  ])('[G50] keeps its height when its facts have loaded: %s', async (_, row, facts) => {
    const count = (selector: string) => place.querySelectorAll(selector).length
    const measure = () => ({ lines: count('dt'), parties: count('.party') })
    let answer: (facts: TransactionFacts) => void = () => {}
    shell.answer = () => new Promise((resolve) => (answer = resolve))
    await show(row)
    const before = measure()
    expect(count('[aria-busy=true]')).toBe(1)
    await act(async () => answer(facts))
    expect(count('[aria-busy=true], .skeleton')).toBe(0)
    expect(measure()).toEqual(before)
  })

  test('shows skeletons while its facts load', async () => {
    shell.answer = () => new Promise(() => {})
    await show({})
    expect(place.querySelector('.facts')!.getAttribute('aria-busy')).toBe('true')
    expect(place.querySelectorAll('.skeleton').length).toBe(3)
    expect(place.textContent).not.toContain('Not known')
  })
})
