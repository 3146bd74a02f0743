/** [F26] Who was paid, as a real API and a real chain tell it of somebody's past. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../sandbox/start.ts'
import { toNetwork } from '../../../../src/core/chains/networks.ts'
import { createActivitySource } from '../../../../worker/activity/source.ts'
import { createJobs } from '../../../../worker/base/jobs.ts'
import type { ListSource } from '../../../../worker/base/context.ts'
import { checkAddress, recentReceivers } from '../../../../worker/payments/receivers/receivers.ts'
import { createTabs } from '../../../../worker/tabs/tabs.ts'
import { systemClock } from '../../../../worker/base/system-clock.ts'
import { config } from '../../create-tab.ts'
import { createPaymentContext } from '../transfer/create-context.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

test('[F26] the receivers of token payments are read from the sandbox’s transactions, and their look-alikes cause a warning', async () => {
  const id = Number(sandbox.chain.split(':')[1])
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [`${sandbox.urls.rpc}/${id}`] } }
  const networks = [toNetwork({ id, name: 'Driftwood', nativeCurrency, rpcUrls })]
  const urls = { ...config.urls, api: sandbox.urls.api }
  const { context } = createPaymentContext(networks, {
    tabs: createTabs({
      locks: undefined,
      BroadcastChannel: undefined,
      clock: systemClock,
      isShared: () => false,
    }),
    jobs: createJobs(),
    isSupported: async () => true,
    urls,
  })
  const account = `${sandbox.chain}:${sandbox.accounts.mara.toLowerCase()}` as const
  const source = createActivitySource(context, account as never) as ListSource<{ total: number }>
  await source.fetch({ signal: context.signal, force: true })

  const { receivers } = await recentReceivers({ account: account as never, own: [] }, context)
  expect(receivers.length).toBeGreaterThan(1)
  const contracts = sandbox.world.tokens.map(({ address }) => address.toLowerCase())
  for (const { address } of receivers) {
    expect(contracts).not.toContain(address.toLowerCase())
    const look = async (who: string) =>
      (await checkAddress({ account: account as never, address: who, own: [] }, context)).map(
        ({ code }) => code,
      )
    expect(await look(address)).not.toContain('new')
    const alike =
      `${address.slice(0, 5)}${'1234567890'.repeat(4).slice(0, 34)}${address.slice(-3)}`.toLowerCase()
    expect(await look(alike)).toEqual(['look_alike', 'new'])
  }
})
