// @vitest-environment happy-dom
/** What a Billfold holds of its page ends with it, whenever that is and whatever is still on its way. */
import { expect, it, vi } from 'vitest'
import { authFrame } from '../../src/auth.ts'
import { bitcoin } from '../../src/bitcoin.ts'
import { evm } from '../../src/evm.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Options } from '../../src/shell/options.ts'
import { localSiwx } from '../../src/siwx.ts'
import { solana } from '../../src/solana.ts'

vi.mock('#ui', () => ({ mountView: () => ({ load: async () => {}, unmount() {} }) }))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

/** Counts what is opened and not ended again, by its name. */
function countHeld() {
  const held = new Map<string, number>()
  const add = (name: string, by: number) => held.set(name, (held.get(name) ?? 0) + by)
  for (const [name, target] of [
    ['window', window],
    ['document', document],
  ] as const) {
    const [listen, end] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
    const listeners = new Map<unknown, Set<unknown>>()
    const remove = (type: string, listener: unknown) => {
      if (listeners.get(type)?.delete(listener)) add(`${name} ${type}`, -1)
    }
    target.addEventListener = (
      type: string,
      listener: unknown,
      options?: AddEventListenerOptions | boolean,
    ) => {
      const all = listeners.get(type) ?? new Set()
      listeners.set(type, all)
      if (!all.has(listener)) add(`${name} ${type}`, 1)
      all.add(listener)
      const { signal } = Object(options) as AddEventListenerOptions
      signal?.addEventListener('abort', () => remove(type, listener))
      listen(type as never, listener as never, options)
    }
    target.removeEventListener = (type: string, listener: unknown, options?: boolean) => {
      remove(type, listener)
      end(type as never, listener as never, options)
    }
  }
  for (const name of ['MutationObserver', 'BroadcastChannel', 'MessageChannel'] as const) {
    const Real = globalThis[name] as unknown as new (...given: unknown[]) => Record<string, () => void>
    vi.stubGlobal(
      name,
      class extends Real {
        constructor(...given: unknown[]) {
          super(...given)
          add(name, 1)
          const end = name === 'MutationObserver' ? 'disconnect' : 'close'
          const ports = this as unknown as { port1?: Record<string, () => void> }
          const closed = ports.port1 ?? (this as Record<string, () => void>)
          const real = closed[end]!.bind(closed)
          closed[end] = () => {
            add(name, -1)
            real()
          }
        }
      },
    )
  }
  for (const [start, end] of [['setInterval', 'clearInterval']] as const) {
    const [real, stop] = [globalThis[start], globalThis[end]]
    const running = new Set<unknown>()
    vi.stubGlobal(start, (...given: Parameters<typeof setInterval>) => {
      const timer = real(...given)
      running.add(timer)
      add(start, 1)
      return timer
    })
    vi.stubGlobal(end, (timer: never) => {
      if (running.delete(timer)) add(start, -1)
      stop(timer)
    })
  }
  return () => Object.fromEntries([...held].filter(([, count]) => count !== 0))
}

const options = (): Options => ({
  projectId: 'project',
  metadata: { name: 'Driftwood' },
  adapters: [evm(), solana(), bitcoin()],
  networks: [
    {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
  siwx: localSiwx(),
  auth: authFrame(),
  themeMode: 'auto',
  termsConditionsUrl: 'https://driftwood.example/terms',
  features: { legalCheckbox: true, collapseWallets: true, analytics: true },
})

it('[D35] creating and destroying Billfold 100 times with every option leaves no listeners, observers or timers behind', async () => {
  const readHeld = countHeld()
  for (let round = 0; round < 100; round += 1) {
    const billfold = createBillfold(options())
    // Destroyed at once, while code is on its way, and when all is there.
    const steps = [
      billfold.awaitRestored('eip155'),
      ...(round % 8 < 4 ? [] : [billfold.open(), billfold.headless()]),
    ].map((step) => step.catch(() => {}))
    if (round % 4 === 1) await Promise.resolve()
    if (round % 4 === 2) await steps[0]
    if (round % 4 === 3) await Promise.all(steps)
    billfold.destroy()
    await Promise.all(steps)
  }
  await expect.poll(readHeld).toEqual({})
})
