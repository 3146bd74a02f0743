/**
 * A WalletConnect relay: passes encrypted messages between clients by topic, and keeps them for clients that are
 * offline. Each client proves its key with a signed token.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { LocalServer } from '../local-server.ts'
import { createMailbox, type Letter, type Mailbox } from './mailbox.ts'
import { readRelayToken } from './relay-token.ts'

export interface Relay extends LocalServer {
  /** All received calls, for tests. */
  readonly calls: readonly Call[]
  /**
   * Delivers some messages twice and some late (so out of order), and cuts some connections instead of delivering.
   * undefined turns this off.
   */
  disturb(random: (() => number) | undefined): void
}

interface Client {
  id: string
  socket: WebSocket
  topics: Set<string>
  deliver(letter: Letter): void
}

export interface Call {
  id: number | string
  method?: string
  params?: Record<string, unknown>
}

const TAGS = { proposal: 1100, proposalResponse: 1101, settlement: 1102 }
/** Cumulative probabilities: cut the connection; deliver twice, the second time late; deliver late. */
const [CUT, TWICE, LATE] = [0.1, 0.25, 0.5]
/** A late delivery is delayed by this time multiplied by its random number. Milliseconds. */
const MAX_LATE = 500
/** Bytes; the public relay has a maximum too. */
const MAX_MESSAGE = 1_000_000

/** @param port 0 for any free port. */
export async function startRelay(port = 0): Promise<Relay> {
  const mailbox = createMailbox()
  const clients = new Set<Client>()
  /** Sockets of connections that hang. */
  const hung = new Set<Duplex>()
  const calls: Call[] = []
  let server: WebSocketServer | undefined
  let own = port
  let hanging = false
  let random: (() => number) | undefined
  const getUrl = () => `ws://127.0.0.1:${own}`

  async function listen(): Promise<void> {
    server = new WebSocketServer({
      host: '127.0.0.1',
      port: own,
      maxPayload: MAX_MESSAGE,
      // Hang: leave the handshake unanswered.
      verifyClient: (
        { req }: { req: IncomingMessage },
        answer: (isAllowed: boolean, code?: number) => void,
      ) => {
        if (hanging) hung.add(req.socket)
        else answer(readClientId(req) !== undefined, 401)
      },
    })
    server.on('connection', (socket, request) => serve(socket, readClientId(request)!))
    await new Promise<void>((resolve, reject) => {
      server!.once('error', reject)
      server!.once('listening', resolve)
    })
    own = (server.address() as AddressInfo).port
  }

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    cutAll()
    server = undefined
    await closed
  }

  function cutAll(): void {
    for (const { socket } of clients) socket.terminate()
    clients.clear()
    for (const socket of hung) socket.destroy()
    hung.clear()
  }

  function readClientId(request: IncomingMessage): string | undefined {
    const { searchParams } = new URL(request.url ?? '/', getUrl())
    if (!searchParams.get('projectId')) return undefined
    return readRelayToken(searchParams.get('auth') ?? '', getUrl())
  }

  function serve(socket: WebSocket, id: string): void {
    const unconfirmed = new Map<number, Letter>()
    const client: Client = { id, socket, topics: new Set(), deliver }
    clients.add(client)
    socket.on('close', () => clients.delete(client))
    socket.on('error', () => {})
    socket.on('message', (data) => {
      const call = JSON.parse(String(data)) as Call
      if (call.method === undefined) return confirm(Number(call.id))
      calls.push(call)
      if (hanging) return
      const result = answer(client, call.method, call.params ?? {})
      const known = result === undefined ? { error: { code: -32601, message: 'No such method' } } : { result }
      send({ id: call.id, ...known })
    })

    function deliver(letter: Letter): void {
      const chance = random?.() ?? 1
      if (chance < CUT) return socket.terminate()
      if (chance < TWICE) hand(letter)
      if (chance < LATE) setTimeout(() => hand(letter), chance * MAX_LATE)
      else hand(letter)
    }
    function hand(letter: Letter): void {
      const callId = Date.now() * 1_000 + unconfirmed.size
      unconfirmed.set(callId, letter)
      const params = { id: toSubscription(letter.topic, id), data: toMessage(letter) }
      send({ id: callId, method: 'irn_subscription', params })
    }
    function confirm(callId: number): void {
      unconfirmed.get(callId)?.receivers.add(id)
      unconfirmed.delete(callId)
    }
    function send(message: object): void {
      socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
    }
  }

  function publish(sender: Client, letter: Omit<Letter, 'receivers' | 'publishedAt'>): void {
    const kept = mailbox.put(letter, sender.id)
    for (const client of clients) {
      if (client.topics.has(letter.topic) && !kept.receivers.has(client.id)) client.deliver(kept)
    }
  }

  /** @returns undefined for an unknown method */
  function answer(client: Client, method: string, params: Record<string, unknown>): unknown {
    const { topic, ttl } = params as { topic: string; ttl: number }
    const topics = (params['topics'] ?? [topic]) as string[]
    switch (method) {
      case 'irn_publish':
        publish(client, { topic, ttl, message: String(params['message']), tag: Number(params['tag'] ?? 0) })
        return true
      case 'irn_subscribe':
      case 'irn_batchSubscribe': {
        for (const one of topics) client.topics.add(one)
        // Deliver after the response: the client learns the subscription's id from it.
        setImmediate(() => mailbox.get(topics, client.id).forEach(client.deliver))
        const ids = topics.map((one) => toSubscription(one, client.id))
        return method === 'irn_subscribe' ? ids[0] : ids
      }
      case 'irn_unsubscribe':
        return client.topics.delete(topic)
      case 'irn_fetchMessages':
      case 'irn_batchFetchMessages':
        return { messages: takeAll(mailbox, topics, client.id), hasMore: false }
      case 'wc_proposeSession': {
        const pairing = String(params['pairingTopic'])
        client.topics.add(pairing)
        const message = String(params['sessionProposal'])
        publish(client, { topic: pairing, ttl, message, tag: TAGS.proposal })
        return true
      }
      case 'wc_approveSession': {
        const { pairingTopic, sessionTopic, ...texts } = params as Record<string, string>
        client.topics.add(sessionTopic!)
        const response = texts['sessionProposalResponse']!
        publish(client, { topic: pairingTopic!, ttl, message: response, tag: TAGS.proposalResponse })
        const settlement = texts['sessionSettlementRequest']!
        publish(client, { topic: sessionTopic!, ttl, message: settlement, tag: TAGS.settlement })
        return true
      }
      default:
        return undefined
    }
  }

  await listen()
  return {
    get url() {
      return getUrl()
    },
    get mode() {
      if (!server) return 'refuse'
      return hanging ? 'hang' : 'running'
    },
    calls,
    disturb: (next) => void (random = next),
    async stop(mode) {
      hanging = mode === 'hang'
      if (mode === 'refuse') await close()
      else if (!server) await listen()
    },
    async start() {
      if (hanging) cutAll()
      hanging = false
      if (!server) await listen()
    },
    close,
  }
}

function takeAll(mailbox: Mailbox, topics: readonly string[], client: string): object[] {
  const letters = mailbox.get(topics, client)
  for (const letter of letters) letter.receivers.add(client)
  return letters.map(toMessage)
}

function toMessage({ topic, message, publishedAt, tag }: Letter): object {
  return { topic, message, publishedAt, tag }
}

function toSubscription(topic: string, client: string): string {
  return `${topic}:${client}`
}
