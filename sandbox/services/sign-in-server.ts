/**
 * A site's server for sign-in with a wallet: it issues nonces, accepts each signed message once, and keeps the
 * signed-in accounts in a session by cookie. It parses and verifies with libraries that Billfold doesn't use for this.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Verifier } from 'bip322-js'
import bs58 from 'bs58'
import { verifyMessage } from 'ethers'
import { createPublicClient, type Hex, http } from 'viem'
import nacl from 'tweetnacl'
import { type Handler, readBody, sendJson } from './local-server.ts'

interface SignIn {
  message: string
  signature: string
  /** CAIP-2. */
  chainId: string
  address: string
  /** Base58; present when a Solana wallet signed an off-chain message around `message`. */
  signedMessage?: string
}

const MINUTE = 60_000
/** How long a nonce is valid, and by how much times in a message may differ from the server's clock. Milliseconds. */
const NONCE_LIFE = 10 * MINUTE
const SKEW = 5 * MINUTE

/**
 * @param now milliseconds since 1970
 * @param rpcUrl node of the chain with the smart accounts; without it, signatures of smart accounts are refused
 */
export function createSignInServer(now = Date.now, rpcUrl?: string): Handler {
  /** Issued, unused nonces with their time of issue. */
  const nonces = new Map<string, number>()
  const sessions = new Map<string, SignIn[]>()

  /** The first check that fails; undefined for a valid sign-in. */
  async function findFault(signIn: SignIn, domain: string): Promise<string | undefined> {
    const { message, chainId, address } = signIn
    const fields = readFields(message)
    const nonce = fields['Nonce'] ?? ''
    const given = nonces.get(nonce)
    // Use up the nonce even when the sign-in fails.
    nonces.delete(nonce)
    if (given === undefined || given < now() - NONCE_LIFE) return 'nonce'
    if (fields.domain !== domain || readHost(fields['URI']) !== domain) return 'domain'
    if (fields['Version'] !== '1') return 'malformed'
    // EIP-4361 writes only the number of the chain, and so do wallets that connect and sign in one step.
    if (fields['Chain ID'] !== chainId && `eip155:${fields['Chain ID']}` !== chainId) return 'chain'
    if (fields.address !== address) return 'address'
    const [issued, end, start] = ['Issued At', 'Expiration Time', 'Not Before'].map((name) => {
      const time = fields[name]
      return time === undefined ? undefined : Date.parse(time)
    })
    if (issued === undefined || issued > now() + SKEW || (start ?? 0) > now() + SKEW) return 'early'
    if (issued < now() - NONCE_LIFE || (end ?? Infinity) < now() - SKEW) return 'expired'
    return isSigned(signIn) || (rpcUrl && (await isSignedBySmart(signIn, rpcUrl))) ? undefined : 'signature'
  }

  function getSession(request: IncomingMessage): [id: string | undefined, signIns: readonly SignIn[]] {
    const id = /(?:^|; )sign-in=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
    return [id, (id && sessions.get(id)) || []]
  }

  function setSession(response: ServerResponse, id: string | undefined, signIns: readonly SignIn[]): void {
    if (id) sessions.delete(id)
    const next = randomBytes(16).toString('hex')
    if (signIns.length > 0) sessions.set(next, [...signIns])
    const life = signIns.length > 0 ? 7 * 86_400 : 0
    response.setHeader('set-cookie', `sign-in=${next}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}`)
  }

  return async (request, response, url) => {
    if (allowPage(request, response)) return
    const [id, signIns] = getSession(request)
    const isOf = (one: SignIn, chainId: unknown, address: unknown) =>
      one.chainId === chainId && one.address === address
    const { pathname, searchParams } = url
    if (request.method === 'GET' && pathname === '/nonce') {
      const nonce = randomBytes(16).toString('hex')
      nonces.set(nonce, now())
      return sendJson(response, 200, { nonce })
    }
    if (request.method === 'GET' && pathname === '/session') {
      const [chainId, address] = [searchParams.get('chainId'), searchParams.get('address')]
      const mine = signIns.filter((one) => isOf(one, chainId, address))
      return sendJson(response, 200, {
        sessions: mine.map(({ message, signature, signedMessage }) => ({
          message,
          signature,
          signedMessage,
        })),
      })
    }
    if (request.method === 'POST' && pathname === '/verify') {
      const signIn = JSON.parse(await readBody(request)) as SignIn
      const fault = await findFault(signIn, readHost(request.headers.origin) ?? '')
      if (fault) return sendJson(response, 422, { reasons: [{ description: fault }] })
      const others = signIns.filter((one) => !isOf(one, signIn.chainId, signIn.address))
      setSession(response, id, [...others, signIn])
      return sendJson(response, 200, {})
    }
    if (request.method === 'POST' && pathname === '/sign-out') {
      const { chainId, address } = JSON.parse(await readBody(request)) as Partial<SignIn>
      setSession(response, id, chainId ? signIns.filter((one) => !isOf(one, chainId, address)) : [])
      return sendJson(response, 200, {})
    }
    sendJson(response, 404, { reasons: [{ description: `Nothing at ${pathname}` }] })
  }
}

/**
 * Allows any page with its cookies, since the server listens on this machine only. @returns whether the request was a
 * preflight and is answered
 */
function allowPage(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('vary', 'origin')
  if (request.method !== 'OPTIONS') return false
  response
    .writeHead(204, {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
    })
    .end()
  return true
}

function readHost(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined
}

/** Reads the `Name: value` lines, and the domain and address from the first two lines. */
function readFields(message: string): Record<string, string | undefined> {
  const lines = message.split('\n')
  const [, domain] = /^(\S+) wants you to sign in with your .+ account:$/.exec(lines[0] ?? '') ?? []
  const named = lines.flatMap((line) => {
    const at = line.indexOf(': ')
    return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 2)] as const]
  })
  return { ...Object.fromEntries(named), domain, address: lines[1] }
}

function isSigned({ message, signature, chainId, address, signedMessage }: SignIn): boolean {
  try {
    if (chainId.startsWith('eip155:')) return verifyMessage(message, signature) === address
    if (chainId.startsWith('solana:'))
      return nacl.sign.detached.verify(
        toSignedBytes(message, address, signedMessage),
        bs58.decode(signature),
        bs58.decode(address),
      )
    return chainId.startsWith('bip122:') && Verifier.verifySignature(address, message, signature)
  } catch {
    return false
  }
}

/** Verifies the signature of a contract: deployed (EIP-1271) or not yet (ERC-6492). */
async function isSignedBySmart(
  { message, signature, chainId, address }: SignIn,
  rpcUrl: string,
): Promise<boolean> {
  if (!chainId.startsWith('eip155:')) return false
  const node = createPublicClient({ transport: http(rpcUrl) })
  const [account, signed] = [address as Hex, signature as Hex]
  return node.verifyMessage({ address: account, message, signature: signed }).catch(() => false)
}

/**
 * Returns the signed bytes: the text itself, or the off-chain message that the wallet reports, if it contains exactly
 * this text. Accepts version 0 with this signer only, in both of its formats: without application and signers, and with
 * them.
 * @see https://docs.anza.xyz/proposals/off-chain-message-signing
 */
function toSignedBytes(message: string, address: string, signedMessage: string | undefined): Buffer {
  const text = Buffer.from(message)
  if (signedMessage === undefined) return text
  const signed = Buffer.from(bs58.decode(signedMessage))
  if (signed.equals(text)) return text
  const length = Buffer.alloc(2)
  length.writeUInt16LE(text.length)
  const start = Buffer.concat([Buffer.from([0xff]), Buffer.from('solana offchain'), Buffer.from([0])])
  const middles = [0, 1, 2].flatMap((format) => [
    Buffer.from([format]),
    Buffer.concat([
      signed.subarray(start.length, start.length + 32),
      Buffer.from([format, 1]),
      Buffer.from(bs58.decode(address)),
    ]),
  ])
  const known = middles.map((middle) => Buffer.concat([start, middle, length, text]))
  if (known.some((one) => one.equals(signed))) return signed
  throw new Error('The signed bytes do not contain the message')
}
