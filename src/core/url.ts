/** The one gate for links and pictures that come from outside. What it does not return is not shown. */

const MAX_LENGTH = 2_048
/** Bytes of a picture that is written out in its address. */
const MAX_DATA_LENGTH = 131_072
const IPFS_GATEWAY = 'https://ipfs.io/ipfs/'

/**
 * https only; `ipfs://` becomes a gateway's https address. Never with a user name or password, which could make a
 * host look like another. Plain http only to this machine, where a local chain and its services run.
 */
export function safeUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined
  // Nearly every address has this simple form, in which nothing can hide; building a URL costs ten times as much.
  if (simple.test(value)) return value
  const url = parseUrl(value.startsWith('ipfs://') ? toGateway(value) : value)
  if (!url || url.username !== '' || url.password !== '' || url.href.length > MAX_LENGTH) return undefined
  if (url.protocol === 'https:' && url.hostname !== '') return url.href
  return url.protocol === 'http:' && isLoopback(url.hostname) ? url.href : undefined
}

/** Lower case host with a top level, or this machine with a port; no part of the path begins with a point. */
const simple =
  /^(?:https:\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*\.[a-z]{2,}|http:\/\/127\.0\.0\.1:[1-9]\d{3})(?:\/(?:[\w~%-][\w.~%-]*)?)+$/

/** Like safeUrl, and pictures written out as `data:` up to 128 KB. Only for `src` of an image, where no script runs. */
export function safeImage(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^data:/i.test(value.slice(0, 5))) return safeUrl(value)
  if (value.length > MAX_DATA_LENGTH) return undefined
  return /^data:image\/(?:png|webp|svg\+xml|jpeg|gif)[;,]/.test(value) ? value : undefined
}

/** `ipfs://Qm…/1.png` and the common slip `ipfs://ipfs/Qm…/1.png`. */
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

function isLoopback(hostname: string): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
}
