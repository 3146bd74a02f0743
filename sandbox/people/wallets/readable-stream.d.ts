/** Types for the used part of readable-stream, whose package has none. */
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
