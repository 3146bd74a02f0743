/** The local world tells the truth about its chain, and can be broken in every way that the tests need. */
import { people } from '../../sandbox/accounts.ts'
import { readFileSync } from 'node:fs'
import { type Hex, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ApiBalance, ApiHistory, ApiTransaction } from '../../sandbox/api-types.ts'
import type { LoggedRequest } from '../../sandbox/request-log.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'

let sandbox: Sandbox
let networks: string[]
beforeAll(async () => {
  sandbox = await startSandbox()
  networks = [sandbox.chain, 'eip155:31338', ...(sandbox.solana ? ['solana:localnet'] : [])]
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.control.reset())

async function get<T>(path: string): Promise<T> {
  // A connection that is kept open may be one that `stop` has cut.
  const response = await fetch(sandbox.urls.api + path, { headers: { connection: 'close' } })
  return (await response.json()) as T
}

/** @param chainId default: the first chain; empty: all. */
async function getHistory(account: Hex, chainId = sandbox.chain): Promise<ApiTransaction[]> {
  const all: ApiTransaction[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: ApiHistory = await get(`/v1/account/${account}/history?cursor=${cursor}&chainId=${chainId}`)
    all.push(...page.data)
    cursor = page.next
  }
  return all
}

async function getBalances(account: string, chainId = sandbox.chain): Promise<ApiBalance[]> {
  const path = `/v1/account/${account}/balance?sv=test&chainId=${chainId}`
  return (await get<{ balances: ApiBalance[] }>(path)).balances
}

async function askProxy<T = unknown>(
  method: string,
  params: unknown[] = [],
  path = '/',
): Promise<{ result?: T; error?: object }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(new URL(path, sandbox.urls.rpc), { method: 'POST', body })
  return (await response.json()) as { result?: T; error?: object }
}

async function askControl(name: string, input?: unknown): Promise<Response> {
  return fetch(`${sandbox.urls.control}/sandbox/${name}`, { method: 'POST', body: JSON.stringify(input) })
}

describe('the index', () => {
  it('tells the true hash, amount and time of a transfer that went to the chain by itself', async () => {
    const { wren } = sandbox.accounts
    const { hash } = await sandbox.control.transfer({ token: 'HUSD', to: wren, amount: '41.250001' })
    const block = await sandbox.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
    const [newest] = await getHistory(wren)
    expect(newest?.metadata).toMatchObject({ hash, status: 'confirmed', operationType: 'receive' })
    expect(Date.parse(newest?.metadata.minedAt ?? '')).toBe(Number(block.timestamp) * 1000)
    expect(newest?.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '41.250001' } }])
    expect(Math.abs(Number(block.timestamp) * 1000 - Date.now())).toBeLessThan(60_000)
  })

  it('gives every page of a history once, newest first, also while something new arrives', async () => {
    const { mara } = sandbox.accounts
    const first = await get<ApiHistory>(`/v1/account/${mara}/history`)
    await sandbox.control.transfer({ to: mara, amount: '0.001' })
    const rest = await get<ApiHistory>(`/v1/account/${mara}/history?cursor=${first.next}`)
    const all = await getHistory(mara, '')
    expect(first.data).toHaveLength(50)
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(all.slice(1, 101).map(({ id }) => id))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const times = all.map(({ metadata }) => Date.parse(metadata.minedAt))
    expect(times).toEqual([...times].sort((one, other) => other - one))
  })

  it('finds all that moved ether: what came, went and was paid in fees is what the chain says is left', async () => {
    for (const account of [sandbox.accounts.mara, sandbox.accounts.theo]) {
      const all = await getHistory(account)
      let left = 0n
      for (const { metadata, transfers } of all) {
        for (const { fungible_info, direction, quantity } of transfers ?? []) {
          if (fungible_info?.symbol !== 'ETH') continue
          const amount = parseUnits(quantity.numeric, 18)
          left += direction === 'in' ? amount : direction === 'out' ? -amount : 0n
        }
        if (metadata.sentFrom !== account.toLowerCase()) continue
        const receipt = await sandbox.rpc<Record<'gasUsed' | 'effectiveGasPrice', Hex>>(
          'eth_getTransactionReceipt',
          metadata.hash,
        )
        left -= BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
      }
      expect(left).toBe(BigInt(await sandbox.rpc('eth_getBalance', account, 'latest')))
    }
  })

  it('holds a believable past: many kinds, a failure, an approval that moves nothing, flagged spam', async () => {
    const all = await getHistory(sandbox.accounts.mara)
    const kinds = new Set(all.map(({ metadata }) => metadata.operationType))
    expect(all.length).toBeGreaterThan(60)
    expect([...kinds].sort()).toEqual(
      ['approve', 'deposit', 'mint', 'receive', 'send', 'trade', 'withdraw'].sort(),
    )
    expect(all.filter(({ metadata }) => metadata.status === 'failed')).toHaveLength(1)
    expect(all.filter(({ transfers }) => transfers?.length === 0).length).toBeGreaterThanOrEqual(4)
    const spam = all.filter(({ transfers }) => transfers?.some(({ nft_info }) => nft_info?.flags.is_spam))
    expect(spam).toHaveLength(2)
    const months = new Set(all.map(({ metadata }) => metadata.minedAt.slice(0, 7)))
    expect(months.size).toBeGreaterThanOrEqual(8)
  })

  it('shows a transaction as pending while blocks are withheld, and as the same one when it is mined', async () => {
    const { wren } = sandbox.accounts
    await sandbox.control.withhold({ on: true })
    const { hash } = await sandbox.control.transfer({ to: wren, amount: '0.01' })
    const [waiting] = await getHistory(wren)
    await sandbox.control.withhold({ on: false })
    const [mined] = await getHistory(wren)
    expect(waiting?.metadata).toMatchObject({ hash, status: 'pending' })
    expect(mined?.metadata).toMatchObject({ hash, status: 'confirmed' })
    expect(mined?.id).toBe(waiting?.id)
  })

  it('forgets what is dropped, and takes another one in the place of what waits', async () => {
    const { account } = people.mara
    const { control, rpc } = sandbox
    async function send(): Promise<string> {
      const nonce = Number(await rpc('eth_getTransactionCount', account.address, 'pending'))
      const fees = { gas: 21_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
      const call = { to: people.wren.account.address, value: 1n }
      const chainId = Number(await rpc('eth_chainId'))
      return rpc(
        'eth_sendRawTransaction',
        await account.signTransaction({ type: 'eip1559', chainId, nonce, ...fees, ...call }),
      )
    }
    await control.withhold({ on: true })
    const first = await send()
    const { hash: other } = await control.replace({ hash: first, how: 'cancelled' })
    await control.withhold({ on: false })
    expect(await rpc('eth_getTransactionReceipt', other)).toMatchObject({ status: '0x1' })
    expect(await rpc('eth_getTransactionByHash', first)).toBeNull()
    await control.withhold({ on: true })
    const second = await send()
    await control.drop({ hash: second })
    await control.withhold({ on: false })
    expect(await rpc('eth_getTransactionByHash', second)).toBeNull()
  })
})

describe('the provider API', () => {
  it('gives balances that equal those on the chain, the token without decimals among them', async () => {
    const { mara } = sandbox.accounts
    const balances = await getBalances(mara)
    expect(balances.map(({ symbol }) => symbol)).toContain('FERRY')
    for (const { address, quantity } of balances) {
      const call = { to: address?.split(':')[2], data: `0x70a08231${mara.slice(2).padStart(64, '0')}` }
      const onChain = address
        ? await sandbox.rpc('eth_call', call, 'latest')
        : await sandbox.rpc('eth_getBalance', mara, 'latest')
      expect(parseUnits(quantity.numeric, Number(quantity.decimals))).toBe(BigInt(onChain))
    }
    expect(balances.filter(({ address }) => !address)).toHaveLength(1)
  })

  it('answers balances empty without sv, like the public one', async () => {
    expect(await get(`/v1/account/${sandbox.accounts.mara}/balance`)).toEqual({ balances: [] })
  })

  it('names its networks and the people it knows', async () => {
    expect(await get('/v1/supported-chains')).toEqual({ http: networks, ws: [] })
    expect(await get(`/v1/identity/${sandbox.accounts.theo.toLowerCase()}`)).toMatchObject({
      name: 'theo.driftwood.example',
      avatar: null,
    })
    expect(await get(`/v1/identity/${sandbox.accounts.wren}`)).toEqual({ name: null, avatar: null })
  })

  it('refuses what it does not know in the words of the public API', async () => {
    const unknown = await fetch(`${sandbox.urls.api}/v1/nothing`)
    const invalid = await fetch(`${sandbox.urls.api}/v1/account/0x12/history`)
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ status: 'FAILED', reasons: [{}] })
    expect(invalid.status).toBe(400)
    expect(await invalid.json()).toMatchObject({ status: 'FAILED', reasons: [{ field: 'address' }] })
  })

  it('lets any page ask, preflight included', async () => {
    const headers = { 'access-control-request-headers': 'x-any' }
    const preflight = await fetch(`${sandbox.urls.api}/v1/supported-chains`, { method: 'OPTIONS', headers })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-any')
  })

  it('serves every picture that it names', async () => {
    const balances = await getBalances(sandbox.accounts.mara)
    const history = await getHistory(sandbox.accounts.mara)
    const previews = history.flatMap(({ transfers }) => transfers ?? []).map((transfer) => transfer.nft_info)
    const urls = new Set([
      ...balances.map(({ iconUrl }) => iconUrl),
      ...history.flatMap(({ metadata }) => metadata.application?.iconUrl ?? []),
      ...previews.flatMap((nft) => nft?.content?.preview.url ?? []),
    ])
    expect(urls.size).toBeGreaterThan(12)
    for (const url of urls) {
      const response = await fetch(url)
      expect(response.headers.get('content-type')).toBe('image/svg+xml')
      expect(await response.text()).toMatch(/^<svg .*<\/svg>$/s)
    }
  })
})

describe('the second network', () => {
  const chain = 'eip155:31338'

  it('is a chain of its own behind the same proxy, which refuses there what it refuses elsewhere', async () => {
    expect(await askProxy('eth_chainId', [], '/31338')).toMatchObject({ result: '0x7a6a' })
    expect(await askProxy('eth_sendTransaction', [], '/31338')).toMatchObject({ error: { code: -32601 } })
  })

  it('holds balances that equal those on the chain', async () => {
    const { mara } = sandbox.accounts
    const balances = await getBalances(mara, chain)
    expect(balances.map(({ symbol }) => symbol).sort()).toEqual(['ETH', 'HUSD', 'SKRY'])
    for (const { address, chainId, quantity } of balances) {
      const call = { to: address?.split(':')[2], data: `0x70a08231${mara.slice(2).padStart(64, '0')}` }
      const onChain = address
        ? await askProxy<Hex>('eth_call', [call, 'latest'], '/31338')
        : await askProxy<Hex>('eth_getBalance', [mara, 'latest'], '/31338')
      expect(chainId).toBe(chain)
      expect(parseUnits(quantity.numeric, Number(quantity.decimals))).toBe(BigInt(onChain.result!))
    }
  })

  it('has a life of its own, and stands among the other one where no network is named', async () => {
    const { mara } = sandbox.accounts
    const there = await getHistory(mara, chain)
    const here = await getHistory(mara)
    const all = await getHistory(mara, '')
    expect(there.length).toBeGreaterThan(10)
    expect(new Set(there.map(({ metadata }) => metadata.chain))).toEqual(new Set([chain]))
    expect(all).toHaveLength(there.length + here.length)
    const times = all.map(({ metadata }) => metadata.minedAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('is paid on by the treasury, and explained by its own explorer', async () => {
    const order = { token: 'SKRY', to: sandbox.accounts.joon, amount: '3.5', chainId: 31338 }
    const { hash } = await sandbox.control.transfer(order)
    const [newest] = await getHistory(sandbox.accounts.joon, chain)
    expect(newest?.metadata).toMatchObject({ hash, chain, status: 'confirmed' })
    const page = await fetch(`${sandbox.urls.page}/explorer/31338/tx/${hash}`)
    expect(await page.text()).toContain('3.5 SKRY')
    expect((await fetch(`${sandbox.urls.page}/explorer/tx/${hash}`)).status).toBe(404)
  })
})

describe('the explorer', () => {
  it('shows the transaction and the account that a wallet links to', async () => {
    const { wren } = sandbox.accounts
    const { hash } = await sandbox.control.transfer({ token: 'LTRN', to: wren, amount: '7.25' })
    const transaction = await fetch(`${sandbox.urls.page}/explorer/tx/${hash}`)
    const account = await fetch(`${sandbox.urls.page}/explorer/address/${wren}`)
    expect(await transaction.text()).toContain('7.25 LTRN')
    expect(await account.text()).toContain(hash.slice(0, 18))
    expect((await fetch(`${sandbox.urls.page}/explorer/tx/0x12`)).status).toBe(404)
  })
})

describe('the RPC proxy', () => {
  it.each([
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData_v4',
    'eth_accounts',
    'personal_sign',
    'anvil_setBalance',
    'evm_mine',
    'hardhat_impersonateAccount',
  ])('refuses %s, also inside of a batch', async (method) => {
    expect(await askProxy(method)).toMatchObject({ error: { code: -32601 } })
    const batch = [
      { id: 1, method: 'eth_chainId' },
      { id: 2, method },
    ]
    const response = await fetch(sandbox.urls.rpc, { method: 'POST', body: JSON.stringify(batch) })
    expect(await response.json()).toMatchObject({ error: { code: -32601 } })
  })

  it('passes on what reads', async () => {
    expect(await askProxy('eth_chainId')).toMatchObject({ result: '0x7a69' })
  })

  it('leads to a chain that holds no keys at all', async () => {
    expect(await sandbox.rpc('eth_accounts')).toEqual([])
  })
})

describe('control', () => {
  it('stops the API so that connections are refused, and starts it at the same address', async () => {
    await askControl('stop', {})
    await expect(fetch(`${sandbox.urls.api}/v1/supported-chains`)).rejects.toThrow('fetch failed')
    await askControl('start', {})
    expect(await get('/v1/supported-chains')).toEqual({ http: networks, ws: [] })
  })

  it('lets the API hang without an answer until it is started again', async () => {
    await askControl('stop', { mode: 'hang' })
    let ended = false
    const asked = fetch(`${sandbox.urls.api}/v1/supported-chains`).then(
      () => 'answered',
      () => 'broken off',
    )
    void asked.then(() => (ended = true))
    // The chain's own answer shows that time has passed.
    await askProxy('eth_chainId')
    expect(ended).toBe(false)
    await askControl('start')
    expect(await asked).toBe('broken off')
  })

  it.each([
    ['html', 200, /^<!doctype html>/],
    ['500', 500, /"FAILED"/],
    ['429', 429, /"FAILED"/],
    ['404', 404, /"FAILED"/],
    ['nothing', 204, /^$/],
    ['empty', 200, /^$/],
    ['truncated', 200, /^\{"http":\["eip155:31[^}]*$/],
    ['types', 200, /^\{"http":\[\d+(,\d+)+\],"ws":"none"\}$/],
  ] as const)('breaks a call: %s', async (kind, status, body) => {
    await askControl('break', { call: 'supported-chains', kind })
    const response = await fetch(`${sandbox.urls.api}/v1/supported-chains`)
    expect(response.status).toBe(status)
    expect(await response.text()).toMatch(body)
    await askControl('break', { call: 'supported-chains', kind: null })
    expect(await get('/v1/supported-chains')).toEqual({ http: networks, ws: [] })
  })

  it('breaks history with a cursor that never ends, and with 20 MB', async () => {
    const path = `/v1/account/${sandbox.accounts.theo}/history`
    await askControl('break', { call: 'history', kind: 'endless' })
    const first = await get<ApiHistory>(path)
    expect(await get(`${path}?cursor=${first.next}`)).toEqual(first)
    await askControl('break', { call: 'history', kind: 'huge' })
    const huge = await (await fetch(sandbox.urls.api + path)).text()
    expect(huge.length).toBeGreaterThan(20_000_000)
  })

  it('puts a generated history in place of the real one, says so, and gives the real one back', async () => {
    const path = `/v1/account/${sandbox.accounts.mara}/history`
    const real = await get<ApiHistory>(path)
    await askControl('generate', { account: sandbox.accounts.mara, count: 10_000, seed: 3 })
    const response = await fetch(sandbox.urls.api + path)
    expect(response.headers.get('x-sandbox-generated')).toBe('10000')
    expect(((await response.json()) as ApiHistory).data).toHaveLength(500)
    await askControl('generate', { account: sandbox.accounts.mara, count: 0 })
    expect(await get(path)).toEqual(real)
  })

  it('tells a page that comes back what is stopped and what is generated', async () => {
    await askControl('stop', { mode: 'hang' })
    await askControl('generate', { account: sandbox.accounts.theo, count: 500 })
    await askControl('delay', { ms: 40 })
    await askControl('break', { call: 'balance', kind: 'html' })
    const response = await fetch(`${sandbox.urls.control}/sandbox/state`)
    expect(await response.json()).toEqual({
      parts: {
        api: 'hang',
        rpc: 'running',
        project: 'running',
        relay: 'running',
        signIn: 'running',
      },
      withheld: false,
      refusesTrials: false,
      delay: 40,
      faults: { balance: 'html' },
      generated: { [sandbox.accounts.theo.toLowerCase()]: 500 },
    })
  })

  it('records what was asked', async () => {
    sandbox.control.clearRequests()
    await get('/v1/supported-chains?st=a&sv=b')
    expect(await (await fetch(`${sandbox.urls.control}/sandbox/requests`)).json()).toMatchObject([
      { method: 'GET', path: '/v1/supported-chains', query: { st: 'a', sv: 'b' } },
    ])
    await fetch(`${sandbox.urls.control}/sandbox/requests`, { method: 'DELETE' })
    expect(sandbox.control.getRequests()).toEqual([])
  })

  it('says what is wrong with an order that it cannot follow', async () => {
    const response = await askControl('transfer', { token: 'NONE', to: sandbox.accounts.wren, amount: '1' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: 'There is no token "NONE" here.' })
  })
})

describe('the log', () => {
  it('tells each request with its answer, calls to the chain by their name, and who asks where that is said', async () => {
    const log = await openLog()
    await get(`/v1/account/${sandbox.accounts.wren}/history?st=kit&by=page`)
    await fetch(`${sandbox.urls.api}/v1/nothing`)
    await askProxy('eth_chainId')
    const seen = await log.waitFor((all) => all.filter(({ status }) => status !== undefined).length >= 3)
    const answered = seen.filter(({ status }) => status !== undefined)
    expect(answered.map(({ part, by, method, path, status }) => [part, by, method, path, status])).toEqual([
      ['api', 'page', 'GET', `/v1/account/${sandbox.accounts.wren}/history`, 200],
      ['api', 'billfold', 'GET', '/v1/nothing', 404],
      ['rpc', 'billfold', 'eth_chainId', '/', 200],
    ])
    for (const { bytes } of answered) expect(bytes).toBeGreaterThan(100)
    log.close()
  })

  it('holds a request that hangs as one without an answer, and says when it was broken off', async () => {
    await askControl('stop', { mode: 'hang' })
    const log = await openLog()
    const asked = fetch(`${sandbox.urls.api}/v1/supported-chains`).catch(() => {})
    const waiting = await log.waitFor((all) => all.length > 0)
    expect(waiting[0]).not.toHaveProperty('status')
    await askControl('start')
    await asked
    const ended = await log.waitFor((all) => all.length > 1)
    expect(ended[1]).toMatchObject({ id: waiting[0]!.id, status: 0 })
    log.close()
  })
})

describe('a history that was generated', () => {
  it('goes on with what really happens afterwards', async () => {
    const { joon } = sandbox.accounts
    await askControl('generate', { account: joon, count: 600 })
    const { hash } = await sandbox.control.transfer({ token: 'DRIFT', to: joon, amount: '2' })
    const all = await getHistory(joon)
    expect(all[0]!.metadata.hash).toBe(hash)
    expect(all).toHaveLength(601)
  })
})

describe('stopping', () => {
  it('leaves no open port behind', async () => {
    const other = await startSandbox()
    await other.stop()
    const urls = [...Object.values(other.urls), ...(other.solana ? [other.solana.rpc] : [])]
    for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it.runIf(process.platform === 'linux')('leaves no process behind', async () => {
    const before = readChildren()
    const other = await startSandbox()
    expect(readChildren()).toHaveLength(before.length + 2)
    await other.stop()
    expect(readChildren()).toEqual(before)
  })
})

/** Follows the log from now on; what was asked before is left out. */
async function openLog(): Promise<{
  waitFor(isEnough: (entries: LoggedRequest[]) => boolean): Promise<LoggedRequest[]>
  close(): void
}> {
  const controller = new AbortController()
  const response = await fetch(`${sandbox.urls.control}/sandbox/log`, { signal: controller.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const since = Date.now()
  const entries: LoggedRequest[] = []
  let text = ''
  return {
    async waitFor(isEnough) {
      while (!isEnough(entries)) {
        text += (await reader.read()).value ?? ''
        const events = text.split('\n\n')
        text = events.pop()!
        for (const event of events.filter((each) => each.startsWith('data: '))) {
          const entry = JSON.parse(event.slice(6)) as LoggedRequest
          if (entry.time >= since) entries.push(entry)
        }
      }
      return entries
    },
    close: () => controller.abort(),
  }
}

/** Ids of the processes that this one has started and that still run. */
function readChildren(): string[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
}
