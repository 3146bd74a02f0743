/**
 * Checks URLs of links and pictures from outside. Only URLs that this file returns are shown. Browsers fetch pictures
 * automatically, from the person's network: a picture at `http://192.168.1.1/reboot` would make the browser call the
 * person's router. So the host of a picture must have a public name. Whether that name resolves or redirects to a
 * private address cannot be known here.
 */
import { toImageData } from './image-data.ts'

const MAX_LENGTH = 2_048
const IPFS_GATEWAY = 'https://ipfs.io/ipfs/'

/**
 * A URL that may be fetched automatically: https, to a host with a public name; `ipfs://` becomes the https URL of a
 * gateway. Refuses user names and passwords, which could disguise the host. If the page itself is on this machine
 * (`isLocal`), also accepts URLs on this machine, for a local chain and its services.
 */
export function safeUrl(value: unknown, isLocal: boolean = isLocalPage): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined
  // Most URLs have this simple form, which can hide nothing. Parsing with a URL object would cost ten times as much.
  if (simple.test(value)) return value
  if (simpleLocal.test(value)) return isLocal ? value : undefined
  const url = readUrl(value)
  if (!url) return undefined
  const isAllowed = isLoopback(url.hostname)
    ? isLocal
    : url.protocol === 'https:' && isPublicName(url.hostname)
  return isAllowed ? url.href : undefined
}

/** A link for a person to click: https to any host, http only to this machine. Otherwise like `safeUrl`. */
export function safeLink(value: unknown): string | undefined {
  const url = typeof value === 'string' && value.length <= MAX_LENGTH ? readUrl(value) : undefined
  return url && (url.protocol === 'https:' || isLoopback(url.hostname)) ? url.href : undefined
}

/**
 * A link to one of these hosts or a subdomain: https, without a port. If the page itself is on this machine
 * (`isLocal`), a link to this machine is also accepted.
 */
export function safeLinkTo(
  hosts: readonly string[],
  value: unknown,
  isLocal: boolean = isLocalPage,
): string | undefined {
  const link = safeLink(value)
  if (link === undefined) return undefined
  const { protocol, hostname, port } = new URL(link)
  if (isLoopback(hostname)) return isLocal ? link : undefined
  const isListed = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return isListed && protocol === 'https:' && port === '' ? link : undefined
}

/**
 * Like `safeUrl`, but also accepts pictures as `data:` up to 128 KB. Only for the `src` of an image, where no script
 * runs.
 */
export function safeImage(value: unknown, isLocal: boolean = isLocalPage): string | undefined {
  return (
    toImageData(value) ??
    (/^\s*data:/i.test(String(value).slice(0, 20)) ? undefined : safeUrl(value, isLocal))
  )
}

/**
 * Host names that are never public: names of this machine, and names in the network of a home or a company.
 * @see https://www.iana.org/assignments/special-use-domain-names
 */
const PRIVATE = 'localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa'
const privateName = new RegExp(`\\.(?:${PRIVATE})$`)

/** A path whose segments do not begin with a point. */
const PATH = String.raw`(?:\/(?:[\w~%-][\w.~%-]*)?)+$`
/** The form of most URLs: https, a lower-case host with a public top-level domain, and a path. */
const simple = new RegExp(
  String.raw`^https:\/\/(?![^/]*\.(?:${PRIVATE})\/)[a-z0-9]+(?:[.-][a-z0-9]+)*\.[a-z]{2,}${PATH}`,
)
const simpleLocal = new RegExp(String.raw`^http:\/\/127\.0\.0\.1:[1-9]\d{3}${PATH}`)

/**
 * Whether the page is on this machine. A worker has the origin of its page, even if the worker was started from a blob.
 */
const isLocalPage = isOnThisMachine(typeof origin === 'string' ? origin : '')

/**
 * Whether a host has a public name. Refuses IP addresses, since most belong to private machines. Their form tells them
 * apart: a URL object writes IPv4 as four numbers and IPv6 in brackets, but the last part of a name begins with a
 * letter.
 */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return /^(?:[^.[]+\.)+[a-z][^.]*$/.test(name) && !privateName.test(name)
}

/** Whether the host of a URL is this machine. */
export function isOnThisMachine(url: string): boolean {
  return isLoopback(parseUrl(url)?.hostname ?? '')
}

function isLoopback(hostname: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|(?:.*\.)?localhost\.?|\[::1\])$/.test(hostname)
}

/** Parses an http or https URL without user name and password. */
function readUrl(value: string): URL | undefined {
  const url = parseUrl(value.startsWith('ipfs://') ? toGateway(value) : value)
  if (!url || url.username !== '' || url.password !== '' || url.href.length > MAX_LENGTH) return undefined
  return /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined
}

/**
 * The gateway's URL for an `ipfs://` URL; empty for an invalid URL. Also accepts the common mistake
 * `ipfs://ipfs/Qm…/1.png`.
 */
function toGateway(value: string): string {
  const [, id, rest = ''] = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]+)(\/.*)?$/s.exec(value) ?? []
  return id ? IPFS_GATEWAY + id + rest : ''
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
