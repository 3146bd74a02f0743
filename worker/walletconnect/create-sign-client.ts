/**
 * Creates the client of universal-provider, restricted so that it talks only to the relay and stores only in Billfold's
 * storage. The provider itself is not used: its `request()` answers some calls by itself and sends others to Reown's nodes
 * or to URLs from the wallet, and its `connect()` cancels a link that still waits.
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
    // Silence the log, since the library also throws the errors that it logs.
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: NAME,
    disableProviderPing: true,
  })
  // The library stores its core in a global variable for reuse. Remove the variable: on the page's thread, the page's
  // own client would use this core.
  Reflect.deleteProperty(globalThis, `_walletConnectCore_${NAME}`)
  Reflect.deleteProperty(globalThis, `_walletConnectCore_${NAME}_count`)
  const provider = await starting
  // The provider takes the first stored session as its own, and would end all waiting links together with that session.
  delete provider.session
  const { client } = provider
  // Verification needs an iframe of another host: on the page's thread, the library would add it and wait for it. A worker
  // has no iframes.
  client.core.verify.register = async () => undefined
  // In addition to the encrypted message, the library tells the relay the method, network and contract of each request
  // (`tvf`). Remove these fields.
  const { relayer } = client.core
  const publish = relayer.publish.bind(relayer)
  relayer.publish = (topic, message, options) => {
    const kept = { ...options }
    delete kept.tvf
    return publish(topic, message, kept)
  }
  return { client, storage }
}
