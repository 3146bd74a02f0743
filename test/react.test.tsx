// @vitest-environment happy-dom
import { act, StrictMode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from './eventually.ts'
import type { PageInput, Snapshot } from '../src/core/contract/protocol.ts'
import { evm } from '../src/evm.ts'
import { BillfoldButton, useBillfold, useBillfoldAccount, useReadable } from '../src/react.tsx'
import type { Billfold } from '../src/shell/billfold.ts'
import { createBillfold } from '../src/shell/create-billfold.ts'
import { packPage } from '../worker/base/message-size.ts'
import { portfolioHead, tokenAt } from './ui/fake-shell.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** The worker: what is watched just now, and everything that ever was. */
const worker = vi.hoisted(() => ({
  watching: new Map<string, (snapshot: Snapshot<object>) => void>(),
  watched: [] as string[],
  pulled: [] as number[],
  page: undefined as ((input: PageInput) => unknown) | undefined,
}))
vi.mock('../src/worker-link/start/start-worker.ts', () => ({ startWorker: () => {} }))
vi.mock('../src/worker-link/worker-client.ts', () => ({
  createWorkerClient: () => ({
    watch(topic: string, params: object, listener: (snapshot: Snapshot<object>) => void) {
      const key = `${topic} ${JSON.stringify(params)}`
      worker.watched.push(key)
      worker.watching.set(key, listener)
      return () => worker.watching.delete(key)
    },
    async call(_: string, input: PageInput) {
      worker.pulled.push(input.index)
      return worker.page!(input)
    },
    stop() {},
  }),
  pageVisibility: {},
}))

const account = 'eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const key = `portfolio {"account":"${account}"}`
let billfold: Billfold
let root: Root
let container: HTMLElement

beforeEach(() => {
  localStorage.clear()
  worker.watched = []
  worker.pulled = []
  worker.page = () =>
    packPage({ version: 1, rows: Array.from({ length: 20 }, (_, index) => tokenAt(index)) }, 'A page')
  container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(() => root.unmount())
  await act(() => billfold?.destroy())
  document.body.replaceChildren()
})

function create(): Billfold {
  billfold = createBillfold({
    projectId: 'project',
    networks: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
  })
  return billfold
}

/** What is asked for in a render, as a page's component does it. */
function Tokens({ count }: { count: number }) {
  const billfold = useBillfold()
  const [, redraw] = useState(0)
  const portfolio = useReadable(billfold?.topic('portfolio', { account }))
  const rows = useReadable(billfold?.rows('portfolio', { account }, 0, count))
  return (
    <button type="button" onClick={() => redraw((times) => times + 1)}>
      {portfolio?.data?.total}: {rows?.data?.map((row) => row?.symbol ?? '…').join(' ')}
    </button>
  )
}

const render = (count: number) =>
  act(async () =>
    root.render(
      <StrictMode>
        <Tokens count={count} />
      </StrictMode>,
    ),
  )
const settle = () => act(async () => eventually(() => expect(worker.watching.has(key)).toBe(true)))

test('[G22] useReadable keeps one subscription per topic and list, however often the component renders', async () => {
  create()
  await render(3)
  await settle()
  // StrictMode ends each subscription once and begins it anew.
  const before = worker.watched.length
  await act(async () => worker.watching.get(key)!({ data: portfolioHead(20), fetchedAt: 1, status: 'fresh' }))
  await act(async () => eventually(() => expect(container.textContent).toBe('20: ETH USDC HRV')))
  for (let time = 0; time < 10; time++) await act(async () => container.querySelector('button')!.click())
  expect(worker.watched).toHaveLength(before)
  expect(worker.pulled).toEqual([0])
  expect(worker.watching.size).toBe(1)
  await act(() => root.render(null))
  expect(worker.watching.size).toBe(0)
})

test('[G22] a component keeps its one subscription to a list when it renders two rows instead of one', async () => {
  create()
  await render(1)
  await settle()
  await act(async () => worker.watching.get(key)!({ data: portfolioHead(20), fetchedAt: 1, status: 'fresh' }))
  const before = worker.watched.length
  await render(2)
  await act(async () => eventually(() => expect(container.textContent).toBe('20: ETH USDC')))
  expect(worker.watched).toHaveLength(before)
})

test('[G22] topic() and rows() return the same signal at every call with the same parameters, also once Billfold’s code has loaded', async () => {
  create()
  const topic = billfold.topic('activity', { account })
  const rows = billfold.rows('activity', { account }, 0, 10)
  const both = () => {
    expect(billfold.topic('activity', { account })).toBe(topic)
    expect(billfold.rows('activity', { account }, 0, 10)).toBe(rows)
  }
  both()
  const stop = topic.subscribe(() => {})
  both()
  await eventually(() => expect(worker.watching.size).toBe(1))
  both()
  stop()
  both()
  expect(billfold.rows('activity', { account }, 10, 20)).not.toBe(rows)
  expect(billfold.topic('activity', { account: `${account}0` })).not.toBe(topic)
})

test('[G21] the React hooks and the button update when a Billfold is created or destroyed', async () => {
  function Status() {
    const { status } = useBillfoldAccount()
    return (
      <p>
        {useBillfold() ? 'there' : 'none'}, {status}
        <BillfoldButton label="Sign in" size="small" className="mine" />
        {/* The element itself, in JSX of React. */}
        <billfold-button label="Plain" size="small" balance="" />
      </p>
    )
  }
  await act(async () => root.render(<Status />))
  expect(container.textContent).toContain('none, disconnected')
  await act(async () => void create())
  expect(container.textContent).toContain('there, disconnected')
  const [button, plain] = container.querySelectorAll('billfold-button')
  expect(button?.shadowRoot?.textContent).toBe('Sign in')
  expect(button?.className).toBe('mine')
  expect(plain?.shadowRoot?.textContent).toBe('Plain')
  await act(async () => billfold.destroy())
  expect(container.textContent).toContain('none, disconnected')
})
