/** The part of readable-stream that is used here; its package has no types. */
declare module 'readable-stream' {
  interface DuplexOptions {
    objectMode: boolean
    read(): void
    write(message: unknown, encoding: string, done: () => void): void
  }
  export class Duplex {
    constructor(options: DuplexOptions)
    push(message: unknown): boolean
  }
}
