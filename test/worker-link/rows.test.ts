import { signal } from '@preact/signals-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ActivityRow } from '../../src/core/assets/activity.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { type ListHead, type PackedPage, PAGE_SIZE } from '../../src/core/contract/list.ts'
import type { PageInput, Snapshot } from '../../src/core/contract/protocol.ts'
import type { Readable } from '../../src/base/readable.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { createRows, type Rows } from '../../src/worker-link/rows.ts'
import { packPage } from '../../worker/base/message-size.ts'
import { eventually } from '../eventually.ts'
import { tokenAt } from '../ui/fake-shell.ts'

const account: CaipAddress = 'eip155:1:0xa'
const loading: Snapshot<ListHead> = { data: undefined, fetchedAt: undefined, status: 'loading' }
const head = signal(loading)
/** What the worker holds: the row at each place, as of `version`. */
let version = 1
let asked: number[] = []
let answer: (input: PageInput) => Promise<PackedPage>
const shell = {
  topic: () => head,
  call: (_: string, input: PageInput) => {
    asked.push(input.index)
    return answer(input)
  },
} as unknown as Pick<Shell, 'topic' | 'call'>

beforeEach(() => {
  head.value = loading
  version = 1
  asked = []
  answer = async ({ index }) => pageOf(index)
})

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

function follow(rows: Readable<Rows<'portfolio'>>, listener: (rows: Rows<'portfolio'>) => void = () => {}) {
  const stop = rows.subscribe(listener)
  stops.push(stop)
  return stop
}

function pageOf(index: number, of = version): PackedPage {
  const total = head.peek().data?.total ?? 0
  const length = Math.max(0, Math.min(PAGE_SIZE, total - index * PAGE_SIZE))
  const rows = Array.from({ length }, (_, offset) => {
    const at = index * PAGE_SIZE + offset
    return {
      ...tokenAt(at),
      amount: 10n ** 30n + BigInt(at),
      name: at < 2 ? `row ${at} of ${of}` : `row ${at}`,
    }
  })
  return packPage({ version: of, rows }, 'A page')
}

function announce(total: number, more: Partial<Snapshot<ListHead>> = {}): void {
  head.value = {
    data: { version, since: version - 1, dirty: [[0, 2]], total },
    fetchedAt: 1,
    status: 'fresh',
    ...more,
  }
}

const names = (rows: Readable<Rows<'portfolio'>>) => rows.peek().data?.map((row) => row?.name)

test('[G22] the rows at the start of a list are an array that is filled as pages load, with amounts as bigint', async () => {
  const rows = createRows(shell, 'portfolio', { account }, 0, 3)
  const seen: unknown[] = []
  follow(rows, ({ status, data }) => seen.push([status, data?.map((row) => row?.amount)]))
  announce(1_000)
  await eventually(() => expect(seen).toHaveLength(3))
  expect(seen).toEqual([
    ['loading', undefined],
    ['fresh', [undefined, undefined, undefined]],
    ['fresh', [10n ** 30n, 10n ** 30n + 1n, 10n ** 30n + 2n]],
  ])
  // Nobody scrolls here: nothing is pulled ahead.
  expect(asked).toEqual([0])
})

test('[G22] a requested range of rows loads only the pages that it covers', async () => {
  const rows = createRows(shell, 'portfolio', { account }, 4_995, 5_105)
  follow(rows)
  announce(100_000)
  await eventually(() => expect(names(rows)?.at(-1)).toBe('row 5104'))
  expect(asked).toEqual([49, 50, 51])
  expect(names(rows)).toHaveLength(110)
  expect(names(rows)?.[0]).toBe('row 4995')
})

test('[G22] a requested range of rows grows and shrinks with its list, and has no row past the end of the list', async () => {
  const rows = createRows(shell, 'portfolio', { account }, 1, 5)
  follow(rows)
  announce(3)
  await eventually(() => expect(names(rows)).toEqual(['row 1 of 1', 'row 2']))
  version = 2
  announce(1)
  expect(names(rows)).toEqual([])
  version = 3
  announce(4)
  await eventually(() => expect(names(rows)).toEqual(['row 1 of 3', 'row 2', 'row 3']))
})

test('[G22] rows that have changed stay until the new rows arrive, and unchanged row objects are reused', async () => {
  const rows = createRows(shell, 'portfolio', { account }, 0, 4)
  follow(rows)
  announce(1_000)
  await eventually(() => expect(names(rows)?.[0]).toBe('row 0 of 1'))
  const before = rows.peek().data!
  version = 2
  announce(1_000)
  expect(rows.peek().data).toBe(before)
  await eventually(() => expect(names(rows)?.[0]).toBe('row 0 of 2'))
  expect(rows.peek().data?.[3]).toBe(before[3])
})

test('[G22] a page of rows with an older version than its list is not shown, and is requested a second time', async () => {
  const rows = createRows(shell, 'portfolio', { account }, 0, 1)
  const shown = new Set<unknown>()
  follow(rows, () => shown.add(names(rows)?.[0]))
  const late: ((page: PackedPage) => void)[] = []
  answer = () => new Promise((resolve) => late.push(resolve))
  announce(10)
  version = 2
  announce(10)
  late.shift()!(pageOf(0, 1))
  await eventually(() => expect(late).toHaveLength(1))
  late.shift()!(pageOf(0, 2))
  await eventually(() => expect(names(rows)).toEqual(['row 0 of 2']))
  expect(shown).not.toContain('row 0 of 1')
})

test('[G22] rows that could not be loaded have the status failed, and are requested again when the list changes', async () => {
  answer = () => Promise.reject(new Error('The disk is broken.'))
  const rows = createRows(shell, 'portfolio', { account }, 0, 1)
  follow(rows)
  announce(10)
  await eventually(() => expect(rows.peek()).toMatchObject({ status: 'failed', data: [undefined] }))
  expect(rows.peek().error?.message).toBe('The disk is broken.')
  answer = async ({ index }) => pageOf(index)
  version = 2
  announce(10)
  await eventually(() =>
    expect(rows.peek()).toMatchObject({ status: 'fresh', data: [{ name: 'row 0 of 2' }] }),
  )
  expect(rows.peek().error).toBeUndefined()
})

test('[G22] rows of a list that reports an error show the error and keep their data', async () => {
  const rows = createRows(shell, 'portfolio', { account }, 0, 1)
  follow(rows)
  announce(10)
  await eventually(() => expect(names(rows)).toEqual(['row 0 of 1']))
  const error = { code: 'http_network', message: 'offline', category: 'API_ERROR', context: {} } as const
  announce(10, { status: 'failed', error })
  expect(rows.peek()).toMatchObject({ status: 'failed', error, data: [{ name: 'row 0 of 1' }] })
})

test('[G22] rows without a subscriber request nothing, and show no outdated rows to a new subscriber', async () => {
  const rows = createRows(shell, 'portfolio', { account }, 0, 1)
  announce(10)
  rows.peek()
  expect(asked).toEqual([])
  const stop = follow(rows)
  await eventually(() => expect(names(rows)).toEqual(['row 0 of 1']))
  stop()
  // The account was forgotten and connected again: the worker counts to the same version with other rows.
  head.value = loading
  expect(rows.peek().data).toBeUndefined()
  announce(10)
  answer = async ({ index }) =>
    packPage({ version: 1, rows: [{ ...tokenAt(index), name: 'another' }] }, 'A page')
  const shown: unknown[] = []
  follow(rows, () => shown.push(names(rows)?.[0]))
  await eventually(() => expect(names(rows)).toEqual(['another']))
  expect(shown).not.toContain('row 0 of 1')
})

test('[G22] a request for an unlimited number of rows returns at most 2,000 rows', () => {
  const rows = createRows(shell, 'portfolio', { account }, 0, Infinity)
  follow(rows)
  announce(100_000)
  expect(rows.peek().data).toHaveLength(2_000)
})

test('[S11] a token balance has the fields of the specification, with values as numbers and amounts in base units', async () => {
  const rows = createRows(shell, 'portfolio', { account }, 0, 2)
  const usdc: CaipAddress = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
  answer = async () =>
    packPage(
      {
        version,
        rows: [
          { ...tokenAt(0), id: 'eip155:1', value: 7_254.24, price: 3_000.1, decimals: 18, full: '2.418' },
          { ...tokenAt(1), id: usdc, decimals: 6, amount: 4_250_000_000n, full: '4250' },
        ],
      },
      'A page',
    )
  follow(rows)
  announce(2)
  await eventually(() => expect(rows.peek().data?.[1]).toBeDefined())
  const [coin, token] = rows.peek().data!
  expect(coin).toMatchObject({
    chainId: 'eip155:1',
    value: 7_254.24,
    price: 3_000.1,
    quantity: { decimals: 18, numeric: '2.418' },
  })
  expect(coin).not.toHaveProperty('address')
  expect(token).toMatchObject({
    name: tokenAt(1).name,
    symbol: tokenAt(1).symbol,
    chainId: 'eip155:1',
    address: usdc,
    amount: 4_250_000_000n,
    quantity: { decimals: 6, numeric: '4250' },
  })
  expect(token).not.toHaveProperty('value')
  announce(2)
  expect(rows.peek().data?.[1]).toBe(token)
})

test('[S10] a transaction has the metadata and transfers of the specification', async () => {
  const rows = createRows(shell, 'activity', { account }, 0, 2)
  const [from, sentTo] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  const shown = { future: false, amounts: [], hash: '0x1' } as const
  const trade: ActivityRow = {
    ...shown,
    id: '1',
    kind: 'swapped',
    status: 'confirmed',
    minedAt: Date.UTC(2026, 10, 18),
    iconUrl: 'https://icons.example/hrv.png',
    nft: false,
    from,
    sentTo,
    moves: [
      { direction: 'in', name: 'HRV', numeric: '204', icon: true },
      { direction: 'out', name: 'USDC', numeric: '80.5', icon: 'https://icons.example/usdc.png' },
      { direction: 'in', name: 'Fold #12', numeric: '1', nft: true, flagged: true },
    ],
  }
  const bare: ActivityRow = { ...shown, id: '2', kind: 'approved', status: 'pending', nft: false }
  answer = async () => packPage({ version, rows: [trade, bare] }, 'A page')
  stops.push(rows.subscribe(() => {}))
  announce(2)
  await eventually(() => expect(rows.peek().data?.[1]).toBeDefined())
  const [first, second] = rows.peek().data!
  expect(first).toMatchObject({
    id: '1',
    metadata: {
      minedAt: '2026-11-18T00:00:00.000Z',
      chain: 'eip155:1',
      operationType: 'trade',
      status: 'confirmed',
      sentFrom: from,
      sentTo,
    },
    transfers: [
      {
        direction: 'in',
        fungible_info: { symbol: 'HRV', icon: { url: 'https://icons.example/hrv.png' } },
        quantity: { numeric: '204' },
      },
      {
        direction: 'out',
        fungible_info: { symbol: 'USDC', icon: { url: 'https://icons.example/usdc.png' } },
        quantity: { numeric: '80.5' },
      },
      {
        direction: 'in',
        nft_info: { name: 'Fold #12', flags: { is_spam: true } },
        quantity: { numeric: '1' },
      },
    ],
  })
  expect(second).toMatchObject({
    metadata: { chain: 'eip155:1', operationType: 'approve', status: 'pending' },
    transfers: [],
  })
})
