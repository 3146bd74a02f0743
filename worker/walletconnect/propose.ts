/**
 * Makes the link with which a wallet connects. If the person should also sign in, and only EVM networks are requested, the
 * link contains both requests: a wallet that supports this asks the person once, and any other wallet only connects.
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
  approval(): Promise<Approved>
}

export interface Approved {
  session: ClientSession
  /**
   * The sign-in messages that the wallet signed together with the connection; the library has verified their signatures.
   */
  signed: readonly WalletConnectSigned[]
}

/** One signed message of a wallet's answer. */
type Cacao = NonNullable<
  Awaited<ReturnType<Awaited<ReturnType<SignClient['authenticate']>>['response']>>['auths']
>[number]

/** The error for a proposal that is no longer open. */
export const GONE = { code: 6000, message: 'The link has expired.' }

export async function propose(client: SignClient, namespaces: WalletConnectProposal): Promise<Proposed> {
  const { uri = '', approval } = await client.connect({ optionalNamespaces: toPlain(namespaces) })
  return { uri, approval: async () => ({ session: await approval(), signed: [] }) }
}

/**
 * Makes a link that also asks for a signature. The library can wait for only one such link: the next link ends the earlier
 * link.
 */
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
  // `authenticate` makes two requests: the connection and the sign-in. In one of a thousand links, both get the same id,
  // and the library mixes up their answers: then make the link again.
  const twice = client.proposal.keys.filter((id) => client.auth.requests.keys.includes(id))
  if (twice.length > 0) {
    // Remove the old proposal, or each later link would have to be made twice, too.
    await Promise.all(twice.map((id) => client.proposal.delete(id, GONE)))
    made = await authenticate()
  }
  const { uri, response } = made
  return {
    uri,
    async approval() {
      const { auths = [], session } = await response().catch(throwAnswer)
      if (!session) throw signedOnly()
      // The library forgets the requested namespaces here. Later changes by the wallet are checked against these
      // namespaces, so restore them.
      await client.session.update(session.topic, { optionalNamespaces: asked })
      return { session: client.session.get(session.topic), signed: auths.map((one) => toSigned(client, one)) }
    },
  }
}

/**
 * If the wallet returns an error instead of a signature, the library throws only the error's text: make it an error object
 * again.
 */
function throwAnswer(reason: unknown): never {
  throw typeof reason === 'string' ? { message: reason } : reason
}

/** A signed message. The field `iss` has the form `did:pkh:eip155:1:0x…`. */
function toSigned(client: SignClient, cacao: Cacao): WalletConnectSigned {
  const { p: request, s } = cacao
  const [namespace = '', reference = '', address = ''] = request.iss.split(':').slice(-3)
  const caipNetworkId: CaipNetworkId = `${namespace}:${reference}`
  const message = client.formatAuthMessage({ request, iss: request.iss })
  return { caipNetworkId, address, message, signature: s.s, cacao }
}

/** Copies the namespaces into mutable lists, as the library requires. */
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
