/** The possible URLs of a worker file, since bundlers may rename it. */
import { ownUrl } from '../../core/base/own-url.ts'
import type { WorkerFile } from './files.ts'

/** Of the copied file: absolute, or `data:` where it was inlined; undefined where a bundler left no use of it. */
export function getAssetUrl(file: WorkerFile<object>): string | undefined {
  try {
    // Some bundlers give a path without an origin.
    const url = new URL(String(file.asset()), location.href)
    // Vite 5 to 7 bundle a dependency ahead of time and leave what it names behind.
    if (url.pathname.includes('/.vite/deps/')) return undefined
    return url.protocol === 'data:' || isReachable(url) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** Of the file that a bundler made of the module; undefined when that is the page's own code. Rejects with its download. */
export async function fetchModuleUrl(file: WorkerFile<object>): Promise<string | undefined> {
  const { ownUrl: url } = await file.module()
  return url !== undefined && url !== ownUrl && isReachable(new URL(url)) ? url : undefined
}

export function isSameOrigin(url: string): boolean {
  return new URL(url).origin === location.origin
}

/** A blob of code under an address that a worker may be started from, and may import. */
export function toModuleUrl(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
}

/** The text behind `data:`. A policy may forbid to fetch it. @see https://www.rfc-editor.org/rfc/rfc2397 */
export function readDataUrl(url: string): string {
  const comma = url.indexOf(',')
  const body = decodeURIComponent(url.slice(comma + 1))
  if (!url.slice(0, comma).endsWith(';base64')) return body
  return new TextDecoder().decode(Uint8Array.from(atob(body), (byte) => byte.charCodeAt(0)))
}

function isReachable({ protocol, origin }: URL): boolean {
  // Pages of an extension or an app shell have other protocols; an opaque origin is `null`.
  return /^https?:$/.test(protocol) || (origin === location.origin && origin !== 'null')
}
