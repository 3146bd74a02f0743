/** A read-only signal. */
export interface Readable<T> {
  readonly value: T
  peek(): T
  /** Calls `listener` at once and after each change, until the returned function is called. */
  subscribe(listener: (value: T) => void): () => void
}
