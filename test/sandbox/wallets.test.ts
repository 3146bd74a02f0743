// @vitest-environment happy-dom
/** Both wallets of the sandbox keep to EIP-1193, EIP-2255 and EIP-6963; one suite for the two. */
import { type Hex, parseTransaction, recoverMessageAddress, recoverTransactionAddress, toHex } from 'viem'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { people } from '../../sandbox/accounts.ts'
import { type Approval, createApproval, type Question } from '../../sandbox/wallets/approval.ts'
import { announce, createHarbor, type HarborOptions } from '../../sandbox/wallets/harbor.ts'
import { announceMetaMask, createMetaMask } from '../../sandbox/wallets/metamask.ts'
import type { Permissions } from '../../sandbox/wallets/permissions.ts'

interface Provider {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
}

interface Wallet {
  provider: Provider
  permissions: Permissions
  approval: Approval
  /** What the person was asked, in order. */
  questions: Question[]
  /** What reached the node. */
  sent: { url: string; method: string; params: unknown[] }[]
  accountsChanged: unknown[]
}

beforeEach(() => localStorage.clear())

function start(
  create: (options: HarborOptions) => Pick<Wallet, 'permissions'> & { provider: unknown },
): Wallet {
  const questions: Question[] = []
  const sent: Wallet['sent'] = []
  const approval = createApproval((question) => question && questions.push(question))
  const answers: Record<string, unknown> = {
    eth_getTransactionCount: '0x7',
    eth_estimateGas: '0x5208',
    eth_gasPrice: '0x3b9aca00',
    eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
    eth_blockNumber: '0x10',
  }
  const fetch = async (url: unknown, init?: RequestInit) => {
    const { method, params } = JSON.parse(String(init?.body)) as Wallet['sent'][number]
    sent.push({ url: String(url), method, params })
    return Response.json({ jsonrpc: '2.0', id: 1, result: answers[method] })
  }
  const { provider, permissions } = create({
    nodes: [
      { chainId: 31337, rpcUrl: 'http://127.0.0.1:1/' },
      { chainId: 31338, rpcUrl: 'http://127.0.0.1:1/31338' },
    ],
    site: 'driftwood.example',
    approval,
    storage: localStorage,
    fetch: fetch as typeof globalThis.fetch,
  })
  const wallet = {
    provider: provider as Provider,
    permissions,
    approval,
    questions,
    sent,
    accountsChanged: [],
  }
  wallet.provider.on('accountsChanged', (accounts) => (wallet.accountsChanged as unknown[]).push(accounts))
  return wallet
}

/** The person answers as soon as the question is on screen. */
async function answer(wallet: Wallet, yes: boolean): Promise<void> {
  while (!wallet.approval.getPending()) await new Promise((resolve) => setTimeout(resolve))
  if (yes) wallet.approval.approve()
  else wallet.approval.reject()
}

async function connect(wallet: Wallet): Promise<string[]> {
  const asked = wallet.provider.request({ method: 'eth_requestAccounts' })
  await answer(wallet, true)
  return (await asked) as string[]
}

describe.each([
  ['Harbor', 'example.harbor', people.mara, createHarbor],
  ['MetaMask (sandbox)', 'io.metamask', people.theo, createMetaMask],
] as const)('%s', (name, rdns, { account }, create) => {
  it('shares nothing before a person agrees', async () => {
    const wallet = start(create)
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    const signing = wallet.provider.request({ method: 'personal_sign', params: ['0x00', account.address] })
    await expect(signing).rejects.toMatchObject({ code: 4100 })
    expect(wallet.questions).toEqual([])
  })

  it('connects when the person agrees, tells so by event, and remembers it over a reload', async () => {
    const wallet = start(create)
    const accounts = await connect(wallet)
    expect(accounts[0]?.toLowerCase()).toBe(account.address.toLowerCase())
    expect(wallet.questions).toMatchObject([{ kind: 'connect', title: 'Connect to driftwood.example' }])
    expect(wallet.accountsChanged).toEqual([accounts])
    const reloaded = start(create)
    expect(await reloaded.provider.request({ method: 'eth_accounts' })).toEqual(accounts)
    expect(await reloaded.provider.request({ method: 'eth_requestAccounts' })).toEqual(accounts)
    expect(reloaded.questions).toEqual([])
  })

  it('answers 4001 when the person declines, and shares nothing', async () => {
    const wallet = start(create)
    const asked = wallet.provider.request({ method: 'eth_requestAccounts' })
    const declined = expect(asked).rejects.toMatchObject({ code: 4001 })
    await answer(wallet, false)
    await declined
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  it('answers -32002 to a second question while one is open', async () => {
    const wallet = start(create)
    const first = wallet.provider.request({ method: 'eth_requestAccounts' })
    while (!wallet.approval.getPending()) await new Promise((resolve) => setTimeout(resolve))
    const second = wallet.provider.request({ method: 'eth_requestAccounts' })
    await expect(second).rejects.toMatchObject({ code: -32002 })
    wallet.approval.approve()
    expect(await first).not.toEqual([])
  })

  it('signs a message with its own key', async () => {
    const wallet = start(create)
    await connect(wallet)
    const message = 'Hello from the harbor'
    const asked = wallet.provider.request({
      method: 'personal_sign',
      params: [toHex(message), account.address],
    })
    await answer(wallet, true)
    const signature = (await asked) as Hex
    expect(await recoverMessageAddress({ message, signature })).toBe(account.address)
    expect(wallet.questions.at(-1)?.details).toContainEqual(['Message', message])
  })

  it('signs a transaction here and sends it signed: the node never sees an order to sign', async () => {
    const wallet = start(create)
    await connect(wallet)
    const transaction = { from: account.address, to: people.joon.account.address, value: '0x64' }
    const asked = wallet.provider.request({ method: 'eth_sendTransaction', params: [transaction] })
    await answer(wallet, true)
    expect(await asked).toBe(`0x${'ab'.repeat(32)}`)
    const raw = wallet.sent.find(({ method }) => method === 'eth_sendRawTransaction')
      ?.params[0] as `0x02${string}`
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(account.address)
    expect(wallet.sent.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  })

  it('takes its permission back, and tells so by event', async () => {
    const wallet = start(create)
    await connect(wallet)
    await wallet.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(wallet.accountsChanged.at(-1)).toEqual([])
  })

  it('knows its own network alone until it learns another, and lets the node answer what reads', async () => {
    const wallet = start(create)
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
    const other = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] }
    const error = await wallet.provider.request(other).catch((thrown: unknown) => thrown)
    // MetaMask's engine wraps codes that it does not know, as its mobile app does.
    const { code, data } = error as { code: number; data?: { originalError: { code: number } } }
    expect(data?.originalError.code ?? code).toBe(4902)
    wallet.approval.autoApprove = true
    await wallet.provider.request({
      method: 'wallet_addEthereumChain',
      params: [{ chainId: '0x1', chainName: 'Other', rpcUrls: ['https://rpc.example'] }],
    })
    expect(await wallet.provider.request(other)).toBeNull()
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  it('switches between the networks of the sandbox, and signs and sends for the one it is on', async () => {
    const wallet = start(create)
    await connect(wallet)
    const skerry = [{ chainId: '0x7a6a' }]
    const switching = wallet.provider.request({ method: 'wallet_switchEthereumChain', params: skerry })
    await answer(wallet, true)
    await switching
    expect(wallet.questions.at(-1)?.details).toContainEqual(['Network', 'chain 31338'])
    wallet.approval.autoApprove = true
    const transaction = { from: account.address, to: people.joon.account.address, value: '0x64' }
    await wallet.provider.request({ method: 'eth_sendTransaction', params: [transaction] })
    const { url, params } = wallet.sent.find(({ method }) => method === 'eth_sendRawTransaction')!
    expect(url).toBe('http://127.0.0.1:1/31338')
    expect(parseTransaction(params[0] as Hex).chainId).toBe(31338)
  })

  it('shares nothing while it is locked, and all of it again when the person unlocks it', async () => {
    const wallet = start(create)
    const accounts = await connect(wallet)
    wallet.approval.setCondition('locked')
    expect(wallet.accountsChanged.at(-1)).toEqual([])
    const asked = wallet.provider.request({ method: 'eth_requestAccounts' })
    await answer(wallet, true)
    expect(await asked).toEqual(accounts)
    expect(wallet.questions.at(-1)?.title).toBe('Unlock the wallet')
  })

  it('shares accounts that are not its own while it lies, and signs for none of them', async () => {
    const wallet = start(create)
    await connect(wallet)
    wallet.approval.autoApprove = true
    wallet.approval.setCondition('lying')
    const lies = (await wallet.provider.request({ method: 'eth_accounts' })) as string[]
    expect(wallet.accountsChanged.at(-1)).toEqual(lies)
    expect(lies.map((address) => address.toLowerCase())).not.toContain(account.address.toLowerCase())
    for (const address of lies) {
      const signing = wallet.provider.request({ method: 'personal_sign', params: ['0x00', address] })
      await expect(signing).rejects.toThrow()
    }
  })

  it('announces itself when it is asked', () => {
    const wallet = start(create)
    if (name === 'Harbor') announce(wallet.provider as ReturnType<typeof createHarbor>['provider'])
    else announceMetaMask(wallet.provider as ReturnType<typeof createMetaMask>['provider'])
    const found: { info: { name: string; rdns: string; icon: string } }[] = []
    const listen = (event: Event) => found.push((event as CustomEvent).detail as (typeof found)[number])
    window.addEventListener('eip6963:announceProvider', listen)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    window.removeEventListener('eip6963:announceProvider', listen)
    const own = found.find(({ info }) => info.name === name)
    expect(own?.info).toMatchObject({ rdns, icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/) })
  })
})

it('a slow wallet asks the person four seconds late', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const approval = createApproval(() => {})
  approval.setCondition('slow')
  const asked = approval.ask({ kind: 'connect', title: 'Connect', details: [], verb: 'Connect' })
  await vi.advanceTimersByTimeAsync(3_999)
  expect(approval.getPending()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  approval.approve()
  await asked
})

it('Harbor makes its other account the active one when the person chooses it', async () => {
  const wallet = start(createHarbor)
  await connect(wallet)
  wallet.permissions.select(1)
  const expected = [people.wren.account.address, people.mara.account.address]
  expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual(expected)
  expect(wallet.accountsChanged.at(-1)).toEqual(expected)
})

describe('A wallet that is not ready', () => {
  it('shares nothing while it is locked, says so, and shares the same again after it was unlocked', async () => {
    const wallet = start(createHarbor)
    wallet.approval.autoApprove = true
    const [first] = (await wallet.provider.request({ method: 'eth_requestAccounts' })) as string[]
    wallet.accountsChanged.length = 0
    wallet.approval.setCondition('locked')
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(wallet.accountsChanged).toEqual([[]])
    const shared = (await wallet.provider.request({ method: 'eth_requestAccounts' })) as string[]
    expect(shared[0]).toBe(first)
    expect(wallet.accountsChanged).toHaveLength(2)
    expect(wallet.approval.condition).toBe('ready')
  })

  it.each([
    ['Harbor', createHarbor],
    ['MetaMask', createMetaMask],
  ])('asks nobody and answers nothing while it is silent: %s', async (_name, create) => {
    const wallet = start(create)
    wallet.approval.autoApprove = true
    wallet.approval.setCondition('silent')
    let answered = false
    const asked = wallet.provider.request({ method: 'eth_requestAccounts' })
    void asked.then(() => (answered = true))
    // Another question passes it by.
    await wallet.provider.request({ method: 'eth_chainId' })
    expect(answered).toBe(false)
    expect(wallet.questions).toEqual([])
  })
})
