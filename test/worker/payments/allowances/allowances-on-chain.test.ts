/** Spending caps on a real chain, found by a real history, and revoked. */
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Anvil } from '../../../../sandbox/chains/anvil.ts'
import { createSender, type Sender } from '../../../../sandbox/chains/sender.ts'
import { people } from '../../../../sandbox/people/accounts.ts'
import { type Sandbox, startSandbox } from '../../../../sandbox/start.ts'
import { toNetwork } from '../../../../src/core/chains/networks.ts'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import type { Allowances } from '../../../../src/core/payments/allowance.ts'
import { createActivitySource } from '../../../../worker/activity/source.ts'
import type { CommandContext, ListSource, Source } from '../../../../worker/base/context.ts'
import { createJobs } from '../../../../worker/base/jobs.ts'
import { systemClock } from '../../../../worker/base/system-clock.ts'
import { allowances } from '../../../../worker/payments/allowances/domain.ts'
import { createAllowancesSource } from '../../../../worker/payments/allowances/source.ts'
import { createTabs } from '../../../../worker/tabs/tabs.ts'
import { config } from '../../create-tab.ts'
import { createPaymentContext, keptPayment, type PaymentContext } from '../transfer/create-context.ts'

const { mara, theo } = people
const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let sandbox: Sandbox
let sender: Sender
let account: CaipAddress
let context: CommandContext
let sent: PaymentContext['sent']
const token = (symbol: string) => sandbox.world.tokens.find((one) => one.symbol === symbol)!.address
const application = (name: string) => sandbox.world.applications.find((one) => one.name === name)!.address

beforeAll(async () => {
  sandbox = await startSandbox()
  const chainId = Number(sandbox.chain.split(':')[1])
  sender = createSender({ chainId, rpc: sandbox.rpc } as Anvil)
  account = `${sandbox.chain}:${sandbox.accounts.mara.toLowerCase()}` as CaipAddress
})
afterAll(() => sandbox.stop())

beforeEach(() => {
  const id = Number(sandbox.chain.split(':')[1])
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [`${sandbox.urls.rpc}/${id}`] } }
  const networks = [toNetwork({ id, name: 'Driftwood', nativeCurrency, rpcUrls })]
  ;({ context, sent } = createPaymentContext(networks, {
    tabs: createTabs({
      locks: undefined,
      BroadcastChannel: undefined,
      clock: systemClock,
      isShared: () => false,
    }),
    jobs: createJobs(),
    isSupported: async () => true,
    urls: { ...config.urls, api: sandbox.urls.api },
  }))
})

const { signal } = new AbortController()
const createSource = () => createAllowancesSource(context, account) as Source<Allowances>
const read = async () => (await createSource().fetch({ signal, force: true })).data

/** As far as there is one. */
async function readHistory(): Promise<void> {
  const source = createActivitySource(context, account) as ListSource<{ next: string | null }>
  let head = await source.fetch({ signal, force: true })
  while (head.data.next !== null) head = await source.more!({ signal })
}

const approve = (symbol: string, spender: string, amount: bigint) =>
  sender.call(mara.account, 'Token', token(symbol), { name: 'approve', args: [spender, amount] })

async function readChain(symbol: string, spender: string): Promise<bigint> {
  const args = [mara.account.address, spender as Hex] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return BigInt(await sandbox.rpc('eth_call', { to: token(symbol), data }, 'latest'))
}

test('the list of allowances has the current onchain amount for each approval in the history', async () => {
  await readHistory()
  await approve('HUSD', application('Harbor Savings'), parseUnits('7', 6))
  const { allowances: found, isPartial, unread } = await read()
  expect({ isPartial, unread }).toEqual({ isPartial: false, unread: 0 })
  // The newest approval first; the chain says 7, whatever was approved then.
  expect(found).toContainEqual({
    token: `${sandbox.chain}:${token('HUSD').toLowerCase()}`,
    spender: application('Harbor Savings'),
    symbol: 'HUSD',
    decimals: 6,
    amount: parseUnits('7', 6),
    balance: expect.any(BigInt),
  })
  for (const { symbol, spender, amount } of found) expect(amount).toBe(await readChain(symbol, spender))

  await approve('HUSD', application('Harbor Savings'), 0n)
  const { allowances: left } = await read()
  expect(left).toHaveLength(found.length - 1)
  expect(left).not.toContainEqual(expect.objectContaining({ spender: application('Harbor Savings') }))
})

test('the list of allowances is marked partial when the history has not been read completely', async () => {
  expect(await read()).toEqual({ allowances: [], isPartial: true, unread: 0 })
  const source = createActivitySource(context, account) as ListSource<{ next: string | null }>
  const head = await source.fetch({ signal, force: true })
  expect(head.data.next).not.toBeNull()
  expect(await read()).toMatchObject({ isPartial: true })
})

test('fetching allowances requests each receipt once, and requests a receipt a second time if the first request failed', async () => {
  await readHistory()
  const { http } = context
  const asked: string[] = []
  let isSilent = true
  const counting: CommandContext['http'] = {
    ...http,
    async rpc(url, method, params, options) {
      if (method === 'eth_getTransactionReceipt') {
        asked.push(String(params[0]))
        if (isSilent) throw new BillfoldError('http_timeout', 'Too late.')
      }
      return http.rpc(url, method, params, options)
    },
  }
  context = { ...context, http: counting }
  expect(await read()).toEqual({ allowances: [], isPartial: true, unread: 0 })
  isSilent = false
  const known = await read()
  expect(known).toMatchObject({ isPartial: false })
  expect(known.allowances.length).toBeGreaterThan(0)
  const before = asked.length
  expect(before).toBe(2 * new Set(asked).size)
  expect(await read()).toEqual(known)
  expect(asked).toHaveLength(before)
})

test('the list of allowances includes approvals that Billfold sent, even without a history', async () => {
  const record = keptPayment(account, SPENDER, { kind: 'approve' })
  const out = { symbol: 'HUSD', text: '25', units: '25000000', token: `${sandbox.chain}:${token('HUSD')}` }
  sent.push({ ...record, value: { ...(record.value as object), out } })
  await approve('HUSD', SPENDER, maxUint256)
  const { allowances: found } = await read()
  expect(found).toMatchObject([{ spender: SPENDER, amount: maxUint256, symbol: 'HUSD' }])
  // It is there at once the next time, also without a network.
  expect((await createSource().load())?.data.allowances).toEqual(found)
})

test('fetching allowances fails when the node does not answer, and leaves the stored allowances unchanged', async () => {
  await readHistory()
  const before = await read()
  expect(before.allowances.length).toBeGreaterThan(0)
  const networks = context.config.networks.map((one) => ({ ...one, rpcUrls: ['http://127.0.0.1:9'] }))
  const offline = { ...context, config: { ...context.config, networks } }
  const source = createAllowancesSource(offline, account) as Source<Allowances>
  await expect(source.fetch({ signal, force: true })).rejects.toMatchObject({ code: 'http_network' })
  expect((await source.load())?.data).toEqual(before)
  const none = { ...context, config: { ...context.config, networks: [] } }
  const nowhere = createAllowancesSource(none, account) as Source<Allowances>
  await expect(nowhere.fetch({ signal, force: true })).rejects.toMatchObject({ code: 'network_missing' })
})

test('fetching allowances from a slow node returns the allowances checked in time, and the number of unchecked allowances', async () => {
  await readHistory()
  const whole = await read()
  let now = Date.now()
  const slow: CommandContext['http'] = {
    ...context.http,
    async rpc(url, method, params, options) {
      // Each question takes six seconds.
      if (method === 'eth_call') now += 6_000
      return context.http.rpc(url, method, params, options)
    },
  }
  const late = { ...context, http: slow, clock: { ...context.clock, now: () => now } }
  const source = createAllowancesSource(late, account) as Source<Allowances>
  const { data } = await source.fetch({ signal, force: true })
  expect(data.unread).toBeGreaterThan(0)
  expect(data.allowances.length + data.unread).toBeGreaterThanOrEqual(whole.allowances.length)
})

test('a damaged stored list of allowances is ignored', async () => {
  for (const value of [undefined, 'x', { data: '{}', fetchedAt: 1 }, { data: '[', fetchedAt: 1 }]) {
    const key = `allowances/${account}`
    await context.store.update(key, () => ({ put: [{ key, owner: '', value }] }))
    expect(await createSource().load()).toBeUndefined()
  }
})

test('a prepared revocation sets the onchain allowance to 0', async () => {
  await approve('HUSD', SPENDER, maxUint256)
  const draft = { account, token: `${sandbox.chain}:${token('HUSD').toLowerCase()}`, spender: SPENDER }
  const prepare = () => allowances.commands.prepareRevocation(draft as never, context)
  const prepared = await prepare()
  expect(prepared).toMatchObject({
    draft,
    allowance: { amount: maxUint256, symbol: 'HUSD', decimals: 6 },
    simulation: { status: 'passed' },
    fee: { expected: expect.any(BigInt) },
    transaction: { namespace: 'eip155', to: token('HUSD'), value: 0n },
  })
  expect(prepared).not.toHaveProperty('shortage')
  const { to, data } = prepared.transaction
  await sender.send(mara.account, { to: to as Hex, data: data as Hex })
  expect(await readChain('HUSD', SPENDER)).toBe(0n)
  expect(await prepare()).not.toHaveProperty('allowance')
})

test('a revocation can be prepared for a token that accepts a new allowance only after the old one was set to 0', async () => {
  const args = ['Stubborn Dollar', 'STUB', 6, 1_000_000n, mara.account.address] as const
  const stubborn = await sender.deploy(theo.account, 'StubbornToken', args)
  const approval = { name: 'approve', args: [SPENDER, 5n] }
  await sender.call(mara.account, 'StubbornToken', stubborn, approval)
  const draft = { account, token: `${sandbox.chain}:${stubborn.toLowerCase()}`, spender: SPENDER }
  const prepared = await allowances.commands.prepareRevocation(draft as never, context)
  expect(prepared).toMatchObject({ allowance: { amount: 5n }, simulation: { status: 'passed' } })
})

test('a revocation is refused for a token that is not on the account’s network', async () => {
  const draft = { account, token: `eip155:1:${token('HUSD')}`, spender: SPENDER }
  await expect(allowances.commands.prepareRevocation(draft as never, context)).rejects.toMatchObject({
    code: 'network_missing',
  })
})
