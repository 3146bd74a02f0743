/** The sandbox's phone as a person uses it; the worker that asks it runs beside the browser. */
import { base58 } from '@scure/base'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bitcoinRegtest } from '../../sandbox/chains/bitcoin-network.ts'
import { solanaLocalnet } from '../../sandbox/chains/solana-network.ts'
import type { BillfoldError } from '../../src/core/base/errors.ts'
import { eventually } from '../eventually.ts'
import { type Browser, openBrowser, type Tab } from '../worker/walletconnect/open-tab.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
let asking: Browser
let tab: Tab
let phone: Page
let strangers: string[]

beforeEach(async () => {
  asking = openBrowser(world.sandbox.urls.relay)
  tab = asking.openTab()
  tab.getState()
  strangers = []
  const context = await world.browser.newContext({ viewport: { width: 390, height: 844 } })
  context.on('request', (request) => {
    if (new URL(request.url()).protocol === 'https:') strangers.push(request.url())
  })
  phone = await context.newPage()
})
afterEach(async () => {
  asking.closeAll()
  await phone.context().close()
  expect(strangers).toEqual([])
})

const pair = () =>
  tab.call('walletConnectPair', {
    namespaces: {
      eip155: {
        chains: ['eip155:31337', 'eip155:31338'],
        methods: ['personal_sign', 'eth_sendTransaction'],
        events: ['chainChanged'],
      },
      solana: { chains: [solanaLocalnet.caipNetworkId], methods: ['solana_signMessage'], events: [] },
      bip122: { chains: [bitcoinRegtest.caipNetworkId], methods: ['signMessage'], events: [] },
    },
  })
const approve = () => phone.getByTestId('approve').click()

it('The phone wallet connects by a pasted link, signs and sends on every chain, and disconnects', async () => {
  const { id, uri } = await pair()
  const approval = tab.call('walletConnectApproval', { id })
  await phone.goto(world.sandbox.urls.phone)
  await phone.getByLabel('Link').fill(uri)
  await phone.getByRole('button', { name: 'Connect', exact: true }).click()
  const question = phone.getByRole('dialog', { name: 'Connect to Driftwood' })
  await question.getByText('Driftwood Local, Skerry, Solana Local, Bitcoin Regtest').waitFor()
  await approve()
  const { session } = await approval
  const addressOn = (namespace: 'eip155' | 'solana' | 'bip122') =>
    session.namespaces[namespace]!.accounts[0]!.split(':')[2]!

  const ask = (caipNetworkId: `${string}:${string}`, method: string, params: unknown) =>
    tab.call('walletConnectRequest', { id: session.id, caipNetworkId, method, params })
  const from = addressOn('eip155')
  const sending = ask('eip155:31337', 'eth_sendTransaction', [{ from, to: from, value: '0x1' }])
  await phone.getByText('Approve transaction').waitFor()
  await approve()
  const receipt = await world.sandbox.rpc('eth_getTransactionReceipt', await sending)
  expect(receipt).toMatchObject({ from: from.toLowerCase(), status: '0x1' })

  const message = base58.encode(new TextEncoder().encode('Ahoy'))
  const pubkey = addressOn('solana')
  const signing = ask(solanaLocalnet.caipNetworkId, 'solana_signMessage', { message, pubkey })
  await phone.getByText('Ahoy').waitFor()
  await approve()
  expect(await signing).toMatchObject({ signature: expect.stringMatching(/^\w{86,88}$/) })

  const account = addressOn('bip122')
  const declined = ask(bitcoinRegtest.caipNetworkId, 'signMessage', { message: 'Ahoy', account }).catch(
    ({ code }: BillfoldError) => code,
  )
  await phone.getByTestId('reject').click()
  expect(await declined).toBe('wallet_declined')

  await phone.getByRole('button', { name: 'Switch to Skerry' }).click()
  await eventually(() => expect(tab.events).toMatchObject([{ name: 'chainChanged', data: 31338 }]))
  // It remembers whom it is connected to.
  await phone.reload()
  await phone.getByRole('button', { name: 'Disconnect Driftwood' }).click()
  await phone.getByText('No connected apps yet.').waitFor()
  await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
})

it('The phone wallet opens by a link, and can reject the connection', async () => {
  const { id, uri } = await pair()
  const approval = tab.call('walletConnectApproval', { id }).catch(({ code }: BillfoldError) => code)
  await phone.goto(`${world.sandbox.urls.phone}/wc?uri=${encodeURIComponent(uri)}`)
  await phone.getByTestId('reject').click()
  expect(await approval).toBe('wallet_declined')
})

it('The phone wallet shows an error for an invalid link', async () => {
  await phone.goto(world.sandbox.urls.phone)
  await phone.getByLabel('Link').fill('https://pocket.example')
  await phone.getByRole('button', { name: 'Connect', exact: true }).click()
  await phone.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
})
