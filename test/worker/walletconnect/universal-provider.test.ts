/**
 * Why the worker uses the client inside universal-provider and none of the provider's own methods, with a real wallet kit
 * through a real relay. A test that fails after an update says that the library has changed: decide anew.
 */
import { UniversalProvider } from '@walletconnect/universal-provider'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Relay, startRelay } from '../../../sandbox/services/walletconnect/relay.ts'
import { createSignClient, type SignClient } from '../../../worker/walletconnect/create-sign-client.ts'
import { createDurableStore } from '../../../worker/store/durable.ts'
import { systemClock } from '../../../worker/base/system-clock.ts'
import { IDBFactory } from 'fake-indexeddb'
import { eventually } from '../../eventually.ts'
import { config } from '../create-tab.ts'
import { IDBKeyRange } from '../store/disk.ts'
import { soon } from './link-world.ts'
import { openPhone, type TestPhone } from './wallet-kit.ts'

type Provider = Awaited<ReturnType<typeof UniversalProvider.init>>
interface Eip155 {
  httpProviders: Record<string, { connection: { url: string }; request(args: unknown): Promise<unknown> }>
}

const optionalNamespaces = {
  eip155: {
    chains: ['eip155:31337', 'eip155:31338'],
    methods: ['personal_sign', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
  },
}

let relay: Relay
let phone: TestPhone
let opened: SignClient[]

beforeEach(async () => {
  relay = await startRelay()
  phone = await openPhone(relay.url)
  phone.autoApprove(true)
  opened = []
})
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const client of opened) await close(client)
  await phone.close()
  await relay.close()
})

describe('the original methods of @walletconnect/universal-provider, without Billfold’s changes', () => {
  async function openProvider(): Promise<Provider> {
    const provider = await UniversalProvider.init({
      projectId: config.projectId,
      relayUrl: relay.url,
      metadata: { name: 'Driftwood', description: '', url: 'https://driftwood.example', icons: [] },
      storage: createStorage(),
      logger: 'silent',
      telemetryEnabled: false,
      customStoragePrefix: `provider-${Math.random()}`,
    })
    opened.push(provider.client)
    return provider
  }

  async function openConnected(): Promise<Provider> {
    const provider = await openProvider()
    provider.on('display_uri', (uri: string) => void phone.pair(uri))
    await provider.connect({ optionalNamespaces })
    return provider
  }

  test('return the chain id from request() as a number, instead of hexadecimal text', async () => {
    const provider = await openConnected()
    expect(await provider.request({ method: 'eth_chainId' })).toBe(31337)
  })

  test('send requests that the wallet did not approve to a node of Reown', async () => {
    const provider = await openConnected()
    const node = (provider.rpcProviders['eip155'] as unknown as Eip155).httpProviders['31337']!
    const request = vi.spyOn(node, 'request').mockResolvedValue('0x1')
    const question = {
      method: 'eth_signTypedData_v4',
      params: ['0x1', { text: 'what a person was to sign' }],
    }
    await provider.request(question)
    expect(request).toHaveBeenCalledWith(question)
    expect(node.connection.url).toMatch('https://rpc.walletconnect.org/')
  })

  test('send requests to a URL that the wallet names', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string | URL) => {
      asked.push(String(url))
      return new Response('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    })
    const provider = await openConnected()
    const sessionProperties = { bundler_url: 'https://anywhere.example/collect' }
    await provider.client.session.update(provider.session!.topic, { sessionProperties })
    await provider.request({ method: 'wallet_getCallsStatus', params: ['0xid'] })
    expect(asked).toEqual([expect.stringContaining('https://anywhere.example/collect')])
  })

  test('no longer listen to the first pairing when connect() is called a second time', async () => {
    const provider = await openProvider()
    const uris: string[] = []
    provider.on('display_uri', (uri: string) => uris.push(uri))
    const isHeard = (uri: string) =>
      provider.client.core.relayer.subscriber.topics.includes(toPairingTopic(uri))
    provider.connect({ optionalNamespaces }).catch(() => {})
    await eventually(() => expect(uris.map(isHeard)).toEqual([true]))
    provider.connect({ optionalNamespaces }).catch(() => {})
    await eventually(() => expect(uris.map(isHeard)).toEqual([false, true]))
  })
})

test('[A52] a pairing that waits for a wallet stays usable when the stored session ends', async () => {
  const durable = createDurableStore({ clock: systemClock, indexedDB: new IDBFactory(), IDBKeyRange })
  const context = { config: { ...config, relayUrl: relay.url }, durable }
  const { client: first } = await createSignClient(context, false)
  opened.push(first)
  const link = await first.connect({ optionalNamespaces })
  await phone.pair(link.uri!)
  const { topic } = await link.approval()
  await close(first)

  // As after a reload.
  const { client } = await createSignClient(context, true)
  opened.push(client)
  expect(client.session.keys).toEqual([topic])
  client.engine.processRelayMessageCache()
  const waiting = await client.connect({ optionalNamespaces })
  await phone.end(topic)
  await eventually(() => expect(client.session.keys).toEqual([]))
  await soon(undefined, 300)
  // The pulse at which what has expired is removed, every 5 s.
  client.core.heartbeat.events.emit('heartbeat_pulse')
  expect(client.core.pairing.getPairings().map((one) => one.topic)).toContain(toPairingTopic(waiting.uri!))
  await phone.pair(waiting.uri!)
  expect((await waiting.approval()).topic).toBe(client.session.keys[0])
})

function createStorage() {
  const values = new Map<string, unknown>()
  return {
    getKeys: async () => [...values.keys()],
    getEntries: async <T>() => [...values] as [string, T][],
    getItem: async <T>(key: string) => values.get(key) as T | undefined,
    setItem: async <T>(key: string, value: T) => void values.set(key, structuredClone(value)),
    removeItem: async (key: string) => void values.delete(key),
  }
}

function toPairingTopic(uri: string): string {
  return uri.slice('wc:'.length).split('@')[0]!
}

async function close(client: SignClient): Promise<void> {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose().catch(() => {})
}
