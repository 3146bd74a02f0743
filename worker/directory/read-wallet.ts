/**
 * Reads a wallet of the directory. Anybody can register there, so invalid fields are dropped, and a wallet without a valid
 * id or name is skipped.
 */
import * as v from 'valibot'
import { namespaces } from '../../src/core/chains/caip.ts'
import type { WorkerConfig } from '../../src/core/contract/protocol.ts'
import { defined, listOf, orAbsent, parseOrNone, text } from '../../src/core/contract/schemas.ts'
import { cleanText, plainText } from '../../src/core/text/text.ts'
import { safeLink } from '../../src/core/text/url.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { path } from '../http/path.ts'

type Facts = Pick<WorkerConfig, 'urls' | 'networks' | 'projectId' | 'sdkType' | 'sdkVersion'>

/** Upper limit of a link, in characters: more than any wallet needs, and short enough for forty wallets in one message. */
const MAX_LENGTH = 300
/**
 * Upper limit of entries of `injected`, by which an installed wallet is recognised. Usually there is one entry for each
 * namespace.
 */
const MAX_INJECTED = 5

/**
 * Schemes that the browser or the operating system handles itself: scripts, files, mail, and schemes that contain another
 * URL.
 */
const OWN_SCHEMES =
  /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source|intent|android-app|content|https?|wss?|ftp|mailto|tel|sms|chrome|resource|jar):/i

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
/** A link that opens a web page. */
const page = v.pipe(
  text(MAX_LENGTH),
  v.transform((link) => safeLink(link)),
  text(MAX_LENGTH),
)
/** A link that opens an app by the app's own scheme, such as `demo://`. */
const app = v.pipe(
  text(MAX_LENGTH),
  // Refuse white space and control characters: a browser drops them before it reads the scheme.
  v.regex(/^[a-z][a-z0-9+.-]*:[!-~]*$/i),
  v.check((link) => {
    if (OWN_SCHEMES.test(link) || !URL.canParse(link)) return false
    const { username, password } = new URL(link)
    return !username && !password
  }),
)

const listed = v.object({
  id,
  name: v.pipe(
    v.string(),
    v.check((given) => cleanText(given).text !== ''),
    v.transform((given) => plainText(given)),
  ),
  image_id: orAbsent(id),
  badge_type: orAbsent(v.picklist(['none', 'certified'])),
  rdns: orAbsent(v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/))),
  homepage: orAbsent(page),
  webapp_link: orAbsent(page),
  app_store: orAbsent(page),
  play_store: orAbsent(page),
  chrome_store: orAbsent(page),
  link_mode: orAbsent(page),
  mobile_link: orAbsent(v.union([page, app])),
  desktop_link: orAbsent(v.union([page, app])),
  chains: orAbsent(v.array(v.unknown())),
  injected: orAbsent(
    listOf(
      v.object({
        namespace: v.picklist(namespaces),
        injected_id: v.pipe(text(128), v.nonEmpty()),
      }),
      MAX_INJECTED,
    ),
  ),
})

/** Reads a wallet from an answer or from the store. Undefined if the wallet is invalid. */
export function readWallet(value: unknown, facts: Facts): Wallet | undefined {
  const read = parseOrNone(listed, value)
  if (!read) return undefined
  const { image_id, chains: named = [], injected } = read
  // Keep only networks that the page has.
  const chains = facts.networks.map(({ caipNetworkId }) => caipNetworkId).filter((one) => named.includes(one))
  return defined({
    ...read,
    // Pictures come only from the directory's host; any other host would learn who views a wallet.
    image_url: image_id && toPictureUrl(image_id, facts),
    chains: chains.length > 0 ? chains : undefined,
    injected: injected?.length ? injected : undefined,
  })
}

function toPictureUrl(image: string, { urls, projectId, sdkType, sdkVersion }: Facts): string {
  const caller = new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })
  return `${urls.explorer}${path`/getWalletImage/${image}`}?${caller}`
}
