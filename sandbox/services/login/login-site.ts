/**
 * The sandbox's sign-in site, on a site of its own. It identifies people by an emailed code, "Local ID" or a Farcaster
 * account, keeps a key for each person, and signs what they approve in its frame.
 */
import {
  createHash,
  createPublicKey,
  type JsonWebKey,
  randomBytes,
  randomInt,
  randomUUID,
  verify,
} from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createTransport } from 'nodemailer'
import { Keypair } from '@solana/web3.js'
import { createWalletClient, defineChain, type Hex, http, recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { getSmartAccount, type SmartAccounts } from '../../chains/smart-accounts.ts'
import { type Handler, readBody, sendJson } from '../local-server.ts'
import type { LocalId } from './local-id.ts'
import { sdkPage } from './sdk-page.ts'
import { createSmartSigner } from './smart-signer.ts'
import { answerOnSolana } from './solana-signer.ts'

export interface LoginSiteOptions {
  /** Port of the mail server. */
  smtpPort: number
  /** The site's URL as pages reach it: `http://localhost:…`. */
  getUrl(): string
  getLocalId(): LocalId
  /** The chain with smart accounts and their bundler; absent: people have standard accounts only. */
  smartAccounts?: SmartAccounts | undefined
  /** Milliseconds since 1970. Default: the machine's clock. */
  now?(): number
}

interface Person {
  key: Hex
  solana: Keypair
  email?: string
  userName?: string
  /** Ids of devices that need no approval by email. */
  devices: Set<string>
}

/** An emailed sign-in code, valid for one device; stored as a hash. */
interface Code {
  email: string
  hash: string
  sentAt: number
  attempts: number
}

const MINUTE = 60_000
const LIFE = 20 * MINUTE
const MAX_ATTEMPTS = 5

/**
 * A request's body, plus the fields of every request: the device's id (from the cookie) and the embedding page's
 * origin.
 */
type Asked = Record<string, unknown> & { device: string; embedder: string }

interface Session {
  person: Person
  /** EIP-155 id, or CAIP-2 id of a Solana network. */
  chainId: number | string
  /** Whether the person prefers the smart account; EVM networks only. */
  prefersSmart: boolean
}

export function createLoginSite({
  smtpPort,
  getUrl,
  getLocalId,
  smartAccounts,
  now = Date.now,
}: LoginSiteOptions): Handler {
  const mailer = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
  const people = new Map<string, Person>()
  /** By device id. */
  const sessions = new Map<string, Session>()
  /** Addresses of the smart accounts that are deployed. */
  const deployed = new Set<Hex>()
  const codes = new Map<string, Code>()
  /** Approval links of new devices, by token. */
  const links = new Map<string, { email: string; device: string; isApproved: boolean }>()
  const socials = new Map<
    string,
    { provider: string; device: string; embedder: string; verifier: string; nonce: string }
  >()
  const channels = new Map<string, { device: string; nonce: string; address?: string }>()

  const send = (to: string, subject: string, text: string) =>
    mailer.sendMail({ from: 'sign-in@sandbox.example', to, subject, text, textEncoding: 'quoted-printable' })

  function getPerson(id: string, about: Pick<Person, 'email' | 'userName'>): Person {
    const known = people.get(id) ?? {
      key: generatePrivateKey(),
      solana: Keypair.generate(),
      devices: new Set(),
      ...about,
    }
    people.set(id, known)
    return known
  }

  function startSession(person: Person, device: string) {
    person.devices.add(device)
    const session: Session = { person, chainId: 1, prefersSmart: true }
    sessions.set(device, session)
    return session
  }

  async function sendCode(email: string, device: string): Promise<void> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    codes.set(device, { email, hash: hash(code), sentAt: now(), attempts: 0 })
    await send(email, 'Your code', `Your code is ${code}. It expires in 20 minutes.`)
  }

  const usesSmart = ({ chainId, prefersSmart }: Session) => prefersSmart && chainId === smartAccounts?.chainId

  function toUser(session: Session) {
    const { person, chainId } = session
    const { email, userName } = person
    if (typeof chainId === 'string') {
      const address = person.solana.publicKey.toBase58()
      const accounts = [{ address, type: 'eoa' }]
      return { address, chainId, email, userName, accounts, preferredAccountType: 'eoa' }
    }
    const { address: owner } = privateKeyToAccount(person.key)
    const smart = getSmartAccount(owner)
    const hasSmart = chainId === smartAccounts?.chainId
    const isSmart = usesSmart(session)
    return {
      address: isSmart ? smart : owner,
      chainId,
      email,
      userName,
      accounts: [
        { address: owner, type: 'eoa' },
        ...(hasSmart ? [{ address: smart, type: 'smartAccount' }] : []),
      ],
      preferredAccountType: isSmart ? 'smartAccount' : 'eoa',
      ...(hasSmart && { smartAccountDeployed: deployed.has(smart) }),
    }
  }

  /** Applies the request's network and account type to the session. */
  function move(session: Session, { chainId, preferredAccountType }: Asked): Session {
    session.chainId = readChainId(chainId) ?? session.chainId
    if (preferredAccountType) session.prefersSmart = preferredAccountType === 'smartAccount'
    return session
  }

  const api: Record<string, (asked: Asked) => Promise<unknown> | unknown> = {
    async email({ email, device }) {
      const to = String(email).toLowerCase()
      const known = people.get(`email:${to}`)
      if (known && !known.devices.has(device)) {
        const token = randomUUID()
        links.set(token, { email: to, device, isApproved: false })
        await send(
          to,
          'Approve your new device',
          `Someone is signing in on a new device. Approve it here: ${getUrl()}/register/${token}`,
        )
        return { action: 'VERIFY_DEVICE' }
      }
      await sendCode(to, device)
      return { action: 'VERIFY_OTP' }
    },
    device: ({ device }) => ({
      done: [...links.values()].some((link) => link.device === device && link.isApproved),
    }),
    code({ otp, device }) {
      const code = codes.get(device)
      if (!code || now() - code.sentAt > LIFE) throw new Error('Code expired. Request a new one.')
      code.attempts += 1
      if (code.attempts > MAX_ATTEMPTS) throw new Error('Too many attempts. Request a new code.')
      if (code.hash !== hash(String(otp))) throw new Error('Wrong code. Check the latest email.')
      codes.delete(device)
      startSession(getPerson(`email:${code.email}`, { email: code.email }), device)
      return {}
    },
    'social-uri'({ provider, device, embedder }) {
      const { issuer, clientId } = getLocalId()
      const state = randomUUID()
      const verifier = randomBytes(32).toString('base64url')
      const nonce = randomUUID()
      socials.set(state, { provider: String(provider), device, embedder, verifier, nonce })
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: `${getUrl()}/oauth/callback`,
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        // Ask for the name each time: the browser's next user may be another person.
        prompt: 'login',
      })
      return { uri: `${issuer}/auth?${query.toString()}` }
    },
    async social(asked) {
      const { uri, device } = asked
      const result = new URLSearchParams(String(uri))
      const state = result.get('state') ?? ''
      const begun = socials.get(state)
      // Accept each `state` once, and only on the device that started the sign-in.
      socials.delete(state)
      if (!begun || begun.device !== device) throw new Error('This sign-in was started in another browser.')
      const name = await exchange(result.get('code') ?? '', begun)
      const person = getPerson(`${begun.provider}:${name}`, { userName: name })
      return toUser(move(startSession(person, device), asked))
    },
    farcaster({ device }) {
      const channel = randomUUID()
      channels.set(channel, { device, nonce: randomBytes(12).toString('hex') })
      return { url: `${getUrl()}/farcaster/${channel}` }
    },
    'farcaster-signed'({ device }) {
      const [channel, found] = [...channels].findLast(([, one]) => one.device === device) ?? []
      if (!channel || !found?.address) return { done: false }
      channels.delete(channel)
      const userName = `f-${found.address.slice(2, 8).toLowerCase()}`
      startSession(getPerson(`farcaster:${found.address}`, { userName }), device)
      return { done: true, userName }
    },
    'is-connected': ({ device }) => ({ isConnected: sessions.has(device) }),
    user: (asked) => toUser(move(getSession(asked), asked)),
    network: (asked) => ({ chainId: move(getSession(asked), asked).chainId }),
    'preferred-account'(asked) {
      const session = getSession(asked)
      session.prefersSmart = asked['type'] === 'smartAccount'
      return { type: session.prefersSmart ? 'smartAccount' : 'eoa', address: toUser(session).address }
    },
    'smart-networks': () => ({ smartAccountEnabledNetworks: smartAccounts ? [smartAccounts.chainId] : [] }),
    'sign-out'({ device }) {
      sessions.delete(device)
      return {}
    },
    async rpc(asked) {
      const session = getSession(asked)
      const { key, solana } = session.person
      if (asked['chainNamespace'] === 'solana') return { result: await answerOnSolana(solana, asked) }
      if (!usesSmart(session)) return { result: await answer(key, asked) }
      const account = privateKeyToAccount(key)
      const signer = createSmartSigner(account, toChain(asked), smartAccounts!.bundlerKey)
      const result = await answerAsSmart(signer, key, asked)
      if (await signer.isDeployed()) deployed.add(signer.address)
      return { result }
    },
  }

  function getSession({ device }: Asked) {
    const session = sessions.get(device)
    if (!session) throw new Error('You’re not signed in.')
    return session
  }

  /** Exchanges the code for an ID token and verifies it. @returns the user's name */
  async function exchange(
    code: string,
    { verifier, nonce }: { verifier: string; nonce: string },
  ): Promise<string> {
    const { issuer, clientId } = getLocalId()
    const token = await fetch(`${issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: `${getUrl()}/oauth/callback`,
        code,
        code_verifier: verifier,
      }),
    })
    const { id_token: idToken } = (await token.json()) as { id_token?: string }
    const [head, body, signature] = (idToken ?? '').split('.')
    if (!head || !body || !signature) throw new Error('Local ID didn’t confirm the sign-in.')
    const { kid } = decode(head)
    const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as {
      keys: ({ kid: string } & JsonWebKey)[]
    }
    const key = keys.find((one) => one.kid === kid)
    const isSigned =
      key &&
      verify(
        'sha256',
        Buffer.from(`${head}.${body}`),
        createPublicKey({ key: { ...key }, format: 'jwk' }),
        Buffer.from(signature, 'base64url'),
      )
    const claims = decode(body)
    const isMeant = claims['iss'] === issuer && claims['aud'] === clientId && claims['nonce'] === nonce
    if (!isSigned || !isMeant || Number(claims['exp']) * 1_000 < now())
      throw new Error('Local ID’s confirmation isn’t valid.')
    return String(claims['sub'])
  }

  /** Verifies the phone's signed message for this channel. */
  async function signChannel(channel: string, body: string): Promise<void> {
    const found = channels.get(channel)
    const { message, signature } = JSON.parse(body) as { message: string; signature: Hex }
    const { address, nonce, domain } = parseSiweMessage(message)
    const isOurs = found && nonce === found.nonce && domain === new URL(getUrl()).host
    if (!isOurs || (await recoverMessageAddress({ message, signature })) !== address)
      throw new Error('This signature isn’t for this site.')
    found.address = address
  }

  return async (request, response, url) => {
    const { pathname } = url
    const [, folder, name = ''] = pathname.split('/')
    response.setHeader('content-security-policy', 'frame-ancestors http://127.0.0.1:* http://localhost:*')
    if (folder === 'api' && request.method === 'POST') {
      try {
        const device = readDevice(request)
        if (!device) throw new Error('Your browser doesn’t allow storage for the sign-in site.')
        const asked = { ...(JSON.parse(await readBody(request)) as Asked), device }
        const handler = Object.hasOwn(api, name) ? api[name] : undefined
        if (!handler) return sendJson(response, 404, { message: `Nothing at ${pathname}` })
        return sendJson(response, 200, await handler(asked))
      } catch (error) {
        return sendJson(response, 422, { message: error instanceof Error ? error.message : String(error) })
      }
    }
    switch (folder) {
      case 'sdk': {
        const isWhole = url.searchParams.has('projectId') && request.headers.referer
        if (!readDevice(request)) response.setHeader('set-cookie', toCookie(randomUUID()))
        return isWhole
          ? sendPage(response, sdkPage)
          : sendJson(response, 400, { message: 'The embedding site is missing.' })
      }
      case 'loading':
        return sendPage(response, toPage('Loading', '<p>Loading…</p>'))
      case 'register': {
        const link = links.get(name)
        if (!link) return sendJson(response, 404, { message: 'Link not found.' })
        if (request.method !== 'POST')
          return sendPage(
            response,
            toPage('New device', '<form method="post"><button>Approve</button></form>'),
          )
        if (!link.isApproved) {
          link.isApproved = true
          people.get(`email:${link.email}`)?.devices.add(link.device)
          await sendCode(link.email, link.device)
        }
        return sendPage(response, toPage('Approved', '<p>Approved. We’ve emailed you a code.</p>'))
      }
      case 'oauth': {
        const begun = socials.get(url.searchParams.get('state') ?? '')
        return sendPage(
          response,
          toPage('Signed in', '<p>You can close this window.</p>', toPost(begun?.embedder)),
        )
      }
      case 'farcaster': {
        if (request.method !== 'POST') return sendJson(response, 200, { nonce: channels.get(name)?.nonce })
        await signChannel(name, await readBody(request))
        return sendJson(response, 200, {})
      }
    }
    sendJson(response, 404, { message: `Nothing at ${pathname}` })
  }
}

function toChain(asked: Asked) {
  const { chainId, rpcUrl } = asked as unknown as { chainId: number; rpcUrl: string }
  if (!/^http:\/\/(127\.0\.0\.1|localhost):/.test(rpcUrl))
    throw new Error('The sandbox doesn’t have this node.')
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency,
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

/** Answers a request with the person's smart account. */
async function answerAsSmart(
  signer: ReturnType<typeof createSmartSigner>,
  key: Hex,
  asked: Asked,
): Promise<unknown> {
  const { method, params } = asked as unknown as { method: string; params: readonly never[] }
  switch (method) {
    case 'personal_sign':
      return signer.signMessage(params[0]! as Hex)
    case 'eth_signTypedData_v4':
      return signer.signTypedData(JSON.parse(params[1]!) as never)
    case 'eth_sendTransaction':
      return signer.send(params[0]!)
    default:
      return answer(key, asked)
  }
}

/** Answers a request with the person's key; read requests go to the node. */
async function answer(key: Hex, asked: Asked): Promise<unknown> {
  const { method, params } = asked as unknown as { method: string; params: readonly never[] }
  const account = privateKeyToAccount(key)
  const client = createWalletClient({ account, chain: toChain(asked), transport: http() })
  switch (method) {
    case 'personal_sign':
      return account.signMessage({ message: { raw: params[0]! as Hex } })
    case 'eth_signTypedData_v4':
      return account.signTypedData(JSON.parse(params[1]!) as never)
    case 'wallet_revokePermissions': {
      const { permissionsContext } = params[0]! as { permissionsContext: Hex }
      return account.signMessage({ message: { raw: permissionsContext } })
    }
    case 'eth_sendTransaction': {
      const { to, value, data, gas } = params[0]! as Record<'to' | 'value' | 'data' | 'gas', Hex | undefined>
      return client.sendTransaction({
        ...(to && { to }),
        ...(data && { data }),
        ...(value && { value: BigInt(value) }),
        ...(gas && { gas: BigInt(gas) }),
      })
    }
    default:
      return client.request({ method, params } as never)
  }
}

function readChainId(value: unknown): number | string | undefined {
  if (typeof value === 'string' && /^solana:\w{1,32}$/.test(value)) return value
  const id = Number(String(value).replace(/^eip155:/, ''))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}

/**
 * A script that posts the result to the page that opened the window, and only to that page's origin. Empty if the page
 * is unknown.
 */
function toPost(embedder: string | undefined): string {
  if (!embedder) return ''
  return `<script>opener?.postMessage({ resultUri: location.search }, ${JSON.stringify(embedder)})</script>`
}

function toPage(title: string, body: string, script = ''): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body style="font:16px/24px system-ui;margin:15vh auto;max-width:320px;padding:0 20px"><h1>${title}</h1>${body}${script}</body></html>`
}

function sendPage(response: ServerResponse, html: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(html)
}

function readDevice(request: IncomingMessage): string | undefined {
  return /(?:^|; )device=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
}

/**
 * The cookie with the device's id. It is partitioned by embedding page, since browsers block other cookies in a
 * third-party frame.
 */
function toCookie(device: string): string {
  return `device=${device}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=2592000`
}
