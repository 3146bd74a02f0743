/**
 * Asks for a connection, by a link that a wallet has yet to see. Where somebody is to sign in as well and only networks of
 * eip155 are asked for, both go out together: a wallet that can do it asks its person once, any other one connects.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionauthenticate
 */
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type {
  WalletConnectProposal,
  WalletConnectSigned,
  WalletConnectSignIn,
} from '../../src/core/contract/walletconnect.ts'
import type { SignClient } from './create-sign-client.ts'
import type { ClientSession } from './to-session.ts'

export interface Proposed {
  uri: string
  /** Waits for the wallet. */
  approval(): Promise<Approved>
}

export interface Approved {
  session: ClientSession
  /** What was signed with it; its signatures hold. */
  signed: readonly WalletConnectSigned[]
}

/** The answer of a wallet that signs, as far as it is read here. */
type Cacao = NonNullable<
  Awaited<ReturnType<Awaited<ReturnType<SignClient['authenticate']>>['response']>>['auths']
>[number]

/** The error for a proposal that is no longer open. */
export const GONE = { code: 6000, message: 'The link has expired.' }

export async function propose(client: SignClient, namespaces: WalletConnectProposal): Promise<Proposed> {
  const { uri = '', approval } = await client.connect({ optionalNamespaces: toPlain(namespaces) })
  return { uri, approval: async () => ({ session: await approval(), signed: [] }) }
}

/** The library can wait for one of these at a time: the next one ends what came before. */
export async function proposeSignIn(
  client: SignClient,
  namespaces: WalletConnectProposal,
  { expirationTime, notBefore, resources = [], statement, ...given }: WalletConnectSignIn,
): Promise<Proposed> {
  const asked = toPlain(namespaces)
  const { chains, methods } = asked['eip155']!
  const authenticate = () =>
    client.authenticate({
      ...given,
      chains,
      methods,
      resources: [...resources],
      ...(statement !== undefined && { statement }),
      ...(expirationTime !== undefined && { exp: expirationTime }),
      ...(notBefore !== undefined && { nbf: notBefore }),
    } as Parameters<SignClient['authenticate']>[0])
  let made = await authenticate()
  // Once in a thousand times both questions get the same number: then the library takes one answer for the other.
  const twice = client.proposal.keys.filter((id) => client.auth.requests.keys.includes(id))
  if (twice.length > 0) {
    // Left there, it would make each later link ask twice as well.
    await Promise.all(twice.map((id) => client.proposal.delete(id, GONE)))
    made = await authenticate()
  }
  const { uri, response } = made
  return {
    uri,
    async approval() {
      const { auths = [], session } = await response().catch(throwAnswer)
      if (!session) throw signedOnly()
      // The library forgets what was asked for, and with it what the wallet may change later.
      await client.session.update(session.topic, { optionalNamespaces: asked })
      return { session: client.session.get(session.topic), signed: auths.map((one) => toSigned(client, one)) }
    },
  }
}

/** Of what a wallet answers in place of a signature the library leaves the text alone. */
function throwAnswer(reason: unknown): never {
  throw typeof reason === 'string' ? { message: reason } : reason
}

/** `iss` is `did:pkh:eip155:1:0x…`. */
function toSigned(client: SignClient, cacao: Cacao): WalletConnectSigned {
  const { p: request, s } = cacao
  const [namespace = '', reference = '', address = ''] = request.iss.split(':').slice(-3)
  const caipNetworkId: CaipNetworkId = `${namespace}:${reference}`
  const message = client.formatAuthMessage({ request, iss: request.iss })
  return { caipNetworkId, address, message, signature: s.s, cacao }
}

/** As the library wants it: lists that it may keep. */
function toPlain(namespaces: WalletConnectProposal) {
  const plain = Object.entries(namespaces).map(([name, { chains, methods, events }]) => [
    name,
    { chains: [...chains], methods: [...methods], events: [...events] },
  ])
  return Object.fromEntries(plain) as Record<
    string,
    { chains: string[]; methods: string[]; events: string[] }
  >
}

function signedOnly(): BillfoldError {
  return new BillfoldError(
    'wallet_bad_answer',
    'The wallet signed, but did not approve anything that this page needs.',
    { context: { reason: 'nothing_approved' } },
  )
}
