/** A localStorage that can be full. */
export function createStorage(): Storage & { isFull: boolean } {
  const values = new Map<string, string>()
  const storage = {
    isFull: false,
    get length() {
      return values.size
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (storage.isFull) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  }
  return storage
}
