/** A map with a size limit. Beyond the limit, the oldest entry is dropped. */
export class Recent<Value> extends Map<string, Value> {
  readonly #limit: number

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override set(key: string, value: Value): this {
    this.delete(key)
    super.set(key, value)
    for (const oldest of this.keys()) {
      if (this.size <= this.#limit) break
      this.delete(oldest)
    }
    return this
  }
}

/** Caches the results of `run` for the last `limit` texts. */
export function memoize<Value>(limit: number, run: (text: string) => Value): (text: string) => Value {
  const recent = new Recent<Value>(limit)
  return (text) => {
    if (!recent.has(text)) recent.set(text, run(text))
    return recent.get(text) as Value
  }
}
