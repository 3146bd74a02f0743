/**
 * The client inside universal-provider, told to keep to itself: it asks the relay alone, and stores with us. The provider's
 * own `request()` answers some calls by itself and sends others to Reown's nodes or to an address that the wallet names; its
 * `connect()` cuts off a link that still waits. Both are left alone.
 */
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { WorkerContext } from '../base/context.ts'
import { type ClientStorage, openClientStorage } from './client-storage.ts'

export type SignClient = Awaited<ReturnType<typeof UniversalProvider.init>>['client']

const NAME = 'billfold'

export async function createSignClient(
  { config, durable }: Pick<WorkerContext, 'config' | 'durable'>,
  hasSession: boolean | undefined,
): Promise<{ client: SignClient; storage: ClientStorage }> {
  const { projectId, relayUrl } = config
  const { name, description = '', url, icons = [] } = config.metadata
  const storage = await openClientStorage(durable, hasSession)
  const starting = UniversalProvider.init({
    projectId,
    relayUrl,
    metadata: { name, description, url, icons: [...icons] },
    storage,
    // It writes to the console what its own caller is told as well.
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: NAME,
    disableProviderPing: true,
  })
  // It leaves itself where the next one finds it: a page, whose thread this may be, must have its own.
  Reflect.deleteProperty(globalThis, `_walletConnectCore_${NAME}`)
  Reflect.deleteProperty(globalThis, `_walletConnectCore_${NAME}_count`)
  const provider = await starting
  // The provider takes the first stored session for its own, and would end every waiting link together with it.
  delete provider.session
  const { client } = provider
  // On a page's thread it would put an iframe of another host there and wait for it. A worker has no attestation either.
  client.core.verify.register = async () => undefined
  // Beside what is sealed it would tell the relay the method, the network and the contract of each request.
  const { relayer } = client.core
  const publish = relayer.publish.bind(relayer)
  relayer.publish = (topic, message, options) => {
    const kept = { ...options }
    delete kept.tvf
    return publish(topic, message, kept)
  }
  return { client, storage }
}
