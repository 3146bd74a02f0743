/**
 * The few globals that both threads have. `src/core` is compiled without the DOM library, so that it cannot use any
 * other global of a page or a worker.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string
}
declare class URL {
  constructor(url: string, base?: string | URL)
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly username: string
  readonly password: string
  readonly href: string
}
declare class URLSearchParams {
  constructor(query?: string)
  has(name: string): boolean
  getAll(name: string): string[]
  keys(): Iterable<string>
}
interface ImportMeta {
  url: string
}
/** Absent outside browsers. */
declare const origin: string | undefined
