/**
 * Converts an approved session of the library. The wallet is not trusted: of what it approved, only what was requested is
 * kept.
 */
import * as v from 'valibot'
import type { CaipNetworkId, Namespace } from '../../src/core/chains/caip.ts'
import { defined, listOf, orAbsent, parseOrNone, recordOf, text } from '../../src/core/contract/schemas.ts'
import { plainText } from '../../src/core/text/text.ts'
import { safeImage, safeLink } from '../../src/core/text/url.ts'
import type {
  WalletConnectNamespace,
  WalletConnectPeer,
  WalletConnectSession,
} from '../../src/core/contract/walletconnect.ts'

/** The fields of the library's session that Billfold uses. */
export interface ClientSession {
  topic: string
  /** Seconds since 1970. */
  expiry: number
  peer: { metadata: unknown }
  namespaces: unknown
  requiredNamespaces: Asked
  optionalNamespaces: Asked
}

type Asked = Record<string, { chains?: string[]; methods: string[]; events: string[] }>

/**
 * Upper limit of accounts in one namespace: more than any wallet has. Even with all namespaces, the session fits into one
 * message.
 */
const MAX_ACCOUNTS = 300
const MAX_LINK = 2_048
/** @see https://chainagnostic.org/CAIPs/caip-10 */
const account = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):[-.%a-zA-Z0-9]{1,128}$/

/** A list of texts. Skips other items; anything but a list becomes an empty list. */
const texts = v.fallback(listOf(v.string()), [])
const approval = v.fallback(v.object({ accounts: texts, methods: texts, events: texts }), {
  accounts: [],
  methods: [],
  events: [],
})
type Approval = v.InferOutput<typeof approval>
const approvals = recordOf(approval)

/** The session as this page uses it. Undefined if the wallet shared no account on a requested network. */
export function toSession(session: ClientSession): WalletConnectSession | undefined {
  const approved = Object.entries(parseOrNone(approvals, session.namespaces) ?? {})
  const asked = [...Object.entries(session.requiredNamespaces), ...Object.entries(session.optionalNamespaces)]
  const namespaces: WalletConnectSession['namespaces'] = {}
  for (const name of new Set(asked.map(([key]) => toNamespace(key)))) {
    const ofName = ([key]: [string, unknown]) => toNamespace(key) === name
    const found = readNamespace(
      approved.filter(ofName).map(([, value]) => value),
      asked.filter(ofName).map(([key, one]) => ({ ...one, chains: one.chains ?? [key] })),
    )
    if (found) namespaces[name] = found
  }
  if (Object.keys(namespaces).length === 0) return undefined
  const { topic: id, expiry, peer } = session
  return { id, peer: readPeer(peer.metadata), namespaces, expiresAt: expiry * 1_000 }
}

function readNamespace(
  approved: readonly Approval[],
  asked: readonly Required<Asked[string]>[],
): WalletConnectNamespace | undefined {
  const choose = (name: 'methods' | 'events') =>
    intersect(
      asked.flatMap((one) => one[name]),
      approved.flatMap((one) => one[name]),
    )
  const wanted = asked.flatMap(({ chains }) => chains)
  const accounts = [...new Set(approved.flatMap((one) => one.accounts))]
    .filter((one) => wanted.includes(account.exec(one)?.[1] ?? ''))
    .slice(0, MAX_ACCOUNTS)
  if (accounts.length === 0) return undefined
  // A network without an account cannot be used.
  const chains = intersect(
    wanted,
    accounts.map((one) => account.exec(one)![1]!),
  ) as CaipNetworkId[]
  return { accounts, chains, methods: choose('methods'), events: choose('events') }
}

/** A link: one line of printable ASCII. The code that opens the link checks its target. */
const link = orAbsent(v.pipe(text(MAX_LINK), v.regex(/^[!-~]+$/)))

const peerMetadata = v.object({
  name: orAbsent(v.string()),
  url: v.optional(v.unknown()),
  icons: orAbsent(v.array(v.unknown())),
  redirect: orAbsent(v.pipe(v.object({ native: link, universal: link }), v.transform(defined))),
})

function readPeer(metadata: unknown): WalletConnectPeer {
  const { name = '', url, icons, redirect = {} } = parseOrNone(peerMetadata, metadata) ?? {}
  return defined({
    name: plainText(name) || 'WalletConnect',
    url: safeLink(url) ?? '',
    iconUrl: safeImage(icons?.[0]),
    redirect: Object.keys(redirect).length > 0 ? redirect : undefined,
  })
}

function intersect(asked: readonly string[], given: readonly string[]): string[] {
  return [...new Set(asked)].filter((one) => given.includes(one))
}

/** `eip155` for both `eip155` and `eip155:1`. Only called for requested namespaces. */
function toNamespace(key: string): Namespace {
  return key.split(':')[0] as Namespace
}
