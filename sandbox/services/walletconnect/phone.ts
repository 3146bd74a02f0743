/** A phone wallet on the real `@reown/walletkit`. It asks the person about each request. */
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { bitcoinRegtest } from '../../chains/bitcoin-network.ts'
import { driftwood, skerry } from '../../chains/evm-networks.ts'
import { solanaLocalnet } from '../../chains/solana-network.ts'
import type { Approval, Question } from '../../people/wallets/approval.ts'
import { createPhoneSigner, type PhoneSignerOptions } from './phone-signer.ts'

export interface Phone {
  /** @throws for an invalid or expired link */
  pair(uri: string): Promise<void>
  getSessions(): readonly PhoneSession[]
  end(topic: string): Promise<void>
  /** Switches to another EVM network and notifies every app. */
  goTo(chainId: number): Promise<void>
  /** Selects another EVM account and notifies every app. */
  select(address: string): Promise<void>
  getAccounts(): Record<string, readonly string[]>
  readonly kit: InstanceType<typeof WalletKit>
  close(): Promise<void>
}

export interface PhoneSession {
  topic: string
  name: string
  url: string
}

export interface PhoneOptions extends Pick<PhoneSignerOptions, 'nodes' | 'solanaRpc' | 'fetch'> {
  relayUrl: string
  approval: Approval
  /** Called after the list of sessions changed. */
  onChange?(): void
  /** Default: the browser's IndexedDB. */
  storage?: NonNullable<ConstructorParameters<typeof Core>[0]>['storage']
  /** Prefix of the storage keys, for several phones on one thread. Default: `phone`. */
  name?: string
}

/** WalletConnect's reasons for rejecting and ending a session. */
const REJECTED = { code: 5000, message: 'User rejected.' }
const ENDED = { code: 6000, message: 'User disconnected.' }

type Namespaces = Record<string, { chains?: string[]; methods: string[]; events: string[] }>

export async function createPhone(options: PhoneOptions): Promise<Phone> {
  const { relayUrl, approval, storage, name = 'phone', onChange = () => {} } = options
  const core = new Core({
    projectId: 'sandbox',
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: name,
    ...(storage && { storage }),
  })
  // Turn off two requests to public hosts: the start-up event and the verification of the app's domain.
  core.eventClient.init = async () => {}
  core.verify.resolve = () => Promise.reject(new Error('The sandbox verifies no domains.'))
  const kit = await WalletKit.init({
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: {
      name: 'Pocket',
      description: 'The phone of the Billfold sandbox',
      url: globalThis.location?.origin ?? 'https://pocket.example',
      icons: [],
    },
  })
  let site = ''
  const signer = createPhoneSigner({
    ...options,
    getSite: () => site,
    onSwitch: (chainId) => void tellAll(`eip155:${chainId}`, 'chainChanged', chainId),
  })

  const getSessions = () => Object.values(kit.getActiveSessions())

  function approve(
    asked: Namespaces,
  ): Record<string, { accounts: string[]; chains: string[]; methods: string[]; events: string[] }> {
    const accounts = signer.getAccounts()
    const approved = Object.entries(asked).map(([namespace, { chains = [], methods, events }]) => {
      const known = chains.filter((chain) => accounts[chain])
      return [
        namespace,
        {
          chains: known,
          accounts: known.flatMap((chain) => accounts[chain]!.map((address) => `${chain}:${address}`)),
          methods: methods.filter((method) => signer.methods[namespace]?.includes(method)),
          events,
        },
      ] as const
    })
    return Object.fromEntries(approved.filter(([, { chains }]) => chains.length > 0))
  }

  async function tellAll(chainId: string, event: string, data: unknown): Promise<void> {
    const told = getSessions().map(({ topic }) =>
      kit.emitSessionEvent({ topic, event: { name: event, data }, chainId }),
    )
    await Promise.all(told)
  }

  kit.on('session_proposal', async ({ id, params }) => {
    const { metadata } = params.proposer
    try {
      await approval.ask(askToApprove(metadata, params.optionalNamespaces))
    } catch {
      return kit.rejectSession({ id, reason: REJECTED })
    }
    const namespaces = approve({ ...params.requiredNamespaces, ...params.optionalNamespaces })
    await kit.approveSession({ id, namespaces })
    onChange()
  })
  kit.on('session_authenticate', async ({ id, params }) => {
    const { requester, authPayload } = params
    const accounts = signer.getAccounts()
    const chains = authPayload.chains.filter((chain) => accounts[chain])
    const payload = populateAuthPayload({ authPayload, chains, methods: [...signer.methods['eip155']!] })
    const iss = `${chains[0]}:${accounts[chains[0]!]![0]}`
    const text = kit.formatAuthMessage({ request: payload, iss })
    try {
      await approval.ask(askToSignIn(requester.metadata, chains, text))
    } catch {
      return kit.rejectSessionAuthenticate({ id, reason: REJECTED })
    }
    const signature = { t: 'eip191', s: await signer.signText(text) } as const
    await kit.approveSessionAuthenticate({ id, auths: [buildAuthObject(payload, signature, iss)] })
    onChange()
  })
  kit.on('session_request', async ({ topic, id, params: { request, chainId } }) => {
    site = getSessions().find((one) => one.topic === topic)?.peer.metadata.name ?? ''
    const answer = await signer.answer(chainId, request.method, request.params).then(
      (result) => ({ result }),
      (error: Error & { code?: number }) => ({
        error: { code: error.code ?? -32000, message: error.message },
      }),
    )
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
  })
  kit.on('session_delete', onChange)

  return {
    kit,
    pair: (uri) => kit.pair({ uri }),
    getSessions: () =>
      getSessions().map(({ topic, peer: { metadata } }) => ({
        topic,
        name: metadata.name,
        url: metadata.url,
      })),
    async end(topic) {
      await kit.disconnectSession({ topic, reason: ENDED })
      onChange()
    },
    goTo: (chainId) => tellAll(`eip155:${chainId}`, 'chainChanged', chainId),
    async select(address) {
      signer.select(address)
      for (const { topic, namespaces, optionalNamespaces } of getSessions()) {
        // Skip sessions from connect-and-sign: such a session may have only the account that signed.
        if (Object.keys(optionalNamespaces).length === 0) continue
        const { acknowledged } = await kit.updateSession({
          topic,
          namespaces: { ...namespaces, ...approve(optionalNamespaces) },
        })
        await acknowledged()
      }
    },
    getAccounts: signer.getAccounts,
    async close() {
      core.heartbeat.stop()
      await core.relayer.transportClose()
    },
  }
}

function askToApprove({ name, url }: { name: string; url: string }, asked: Namespaces): Question {
  const parts = Object.values(asked)
  return {
    kind: 'connect',
    title: `Connect to ${name}`,
    details: [
      ['Site', url],
      ['Networks', parts.flatMap(({ chains = [] }) => chains.map(nameNetwork)).join(', ')],
      ['Can request', parts.flatMap(({ methods }) => methods).join(', ')],
    ],
    verb: 'Connect',
  }
}

function askToSignIn({ name, url }: { name: string; url: string }, chains: string[], text: string): Question {
  return {
    kind: 'connect',
    title: `Connect and sign in to ${name}`,
    details: [
      ['Site', url],
      ['Networks', chains.map(nameNetwork).join(', ')],
      ['Message', text],
    ],
    verb: 'Connect and sign',
  }
}

/** Returns the CAIP-2 id for an unknown network. */
function nameNetwork(chain: string): string {
  return names.get(chain) ?? chain
}

const names = new Map<string, string>([
  ...[driftwood, skerry].map(({ id, name }) => [`eip155:${id}`, name] as const),
  ...[solanaLocalnet, bitcoinRegtest].map(({ caipNetworkId, name }) => [caipNetworkId, name] as const),
])
