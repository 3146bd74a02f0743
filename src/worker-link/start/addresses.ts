/** The possible URLs of a worker file, since bundlers may rename it. */
import { ownUrl } from '../../core/base/own-url.ts'
import type { WorkerFile } from './files.ts'

/**
 * URL of the worker file that a bundler has copied: absolute, or `data:` if the bundler inlined it. Undefined if there
 * is no such file.
 */
export function getAssetUrl(file: WorkerFile<object>): string | undefined {
  try {
    // Some bundlers return a path without an origin.
    const url = new URL(String(file.asset()), location.href)
    // Vite 5 to 7 bundle dependencies in advance, but do not copy the files to which they refer.
    if (url.pathname.includes('/.vite/deps/')) return undefined
    return url.protocol === 'data:' || isReachable(url) ? url.href : undefined
  } catch {
    return undefined
  }
}

/**
 * URL of the file that a bundler made of the module. Undefined if the module is in the page's own bundle. Rejects if
 * the download fails.
 */
export async function fetchModuleUrl(file: WorkerFile<object>): Promise<string | undefined> {
  const { ownUrl: url } = await file.module()
  return url !== undefined && url !== ownUrl && isReachable(new URL(url)) ? url : undefined
}

export function isSameOrigin(url: string): boolean {
  return new URL(url).origin === location.origin
}

/** Makes code available at a blob URL. A worker can be started from this URL, or can import it. */
export function toModuleUrl(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
}

/**
 * Decodes the text of a `data:` URL. Not with `fetch`, which a content security policy may forbid.
 * @see https://www.rfc-editor.org/rfc/rfc2397
 */
export function readDataUrl(url: string): string {
  const comma = url.indexOf(',')
  const body = decodeURIComponent(url.slice(comma + 1))
  if (!url.slice(0, comma).endsWith(';base64')) return body
  return new TextDecoder().decode(Uint8Array.from(atob(body), (byte) => byte.charCodeAt(0)))
}

function isReachable({ protocol, origin }: URL): boolean {
  // Extensions and app shells have other protocols than http(s). The origin `null` is opaque, so nothing can be loaded
  // from it.
  return /^https?:$/.test(protocol) || (origin === location.origin && origin !== 'null')
}
