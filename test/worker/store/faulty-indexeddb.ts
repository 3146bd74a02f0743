/** The in-memory IndexedDB, with a fault at chosen calls. Every method of every object in it is counted as a call. */
import * as fake from 'fake-indexeddb'

export interface FaultyIndexedDb {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  /** Calls so far. */
  readonly calls: number
  /** Asked with the number of each call and its name. */
  breaks: (call: number, name: string) => Fault | undefined
}

export type Fault = 'throws' | 'fails' | 'hangs' | 'is full'

/** `shared`: a database that already exists, as another tab or an earlier visit left it. */
export function createFaultyIndexedDb(shared: IDBFactory = new fake.IDBFactory()): FaultyIndexedDb {
  const wrapped = new WeakMap<object, object>()
  const originals = new WeakMap<object, object>()
  /** Transactions with a request that is never answered. */
  const hanging = new WeakSet<object>()
  const state: { calls: number; breaks: FaultyIndexedDb['breaks'] } = { calls: 0, breaks: () => undefined }

  function wrap<T>(value: T): T {
    if (typeof value !== 'object' || value === null || !/^(FDB|IDB)/.test(value.constructor.name))
      return value
    const known = wrapped.get(value)
    if (known) return known as T
    const proxy = new Proxy(value as object, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property, target)
        if (typeof member !== 'function') return wrap(member)
        return (...args: unknown[]) => {
          const plain = args.map((arg) => originals.get(arg as object) ?? arg)
          return call(target, String(property), member as (...args: unknown[]) => unknown, plain)
        }
      },
      set(target, property, value: unknown) {
        // Listeners must see the wrapped objects too, so that nothing escapes the count.
        const listener =
          typeof value === 'function' && String(property).startsWith('on')
            ? (event: Event) => {
                if (!hanging.has(target)) (value as (event: unknown) => unknown)(wrapEvent(event))
              }
            : value
        return Reflect.set(target, property, listener, target)
      },
    })
    wrapped.set(value, proxy)
    originals.set(proxy, value)
    return proxy as T
  }

  function wrapEvent(event: Event): unknown {
    return new Proxy(event, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property, target)
        return typeof member === 'function' ? member.bind(target) : wrap(member)
      },
    })
  }

  const counted = new Set([
    'open',
    'deleteDatabase',
    'transaction',
    'objectStore',
    'index',
    'get',
    'getAll',
    'getAllKeys',
    'put',
    'add',
    'delete',
    'openCursor',
    'openKeyCursor',
    'continue',
    'createObjectStore',
    'createIndex',
    'commit',
  ])

  function call(
    target: object,
    name: string,
    method: (...args: unknown[]) => unknown,
    args: unknown[],
  ): unknown {
    if (name === 'addEventListener' && typeof args[1] === 'function') {
      const listener = args[1] as (event: unknown) => unknown
      return method.call(target, args[0], (event: Event) => listener(wrapEvent(event)), ...args.slice(2))
    }
    if (!counted.has(name)) return wrap(method.apply(target, args))
    const fault = state.breaks(state.calls++, name)
    if (fault === 'throws') throw new DOMException('Broken on purpose', 'UnknownError')
    if (fault === 'is full' && (name === 'put' || name === 'add')) {
      throw new DOMException('No space on purpose', 'QuotaExceededError')
    }
    if (fault === 'hangs' && (name === 'open' || name === 'deleteDatabase'))
      return wrap(new fake.IDBOpenDBRequest())
    if (fault === 'hangs' && /^(get|put|add|delete|openCursor|openKeyCursor)/.test(name)) {
      // A request that is never answered: the transaction stays open as it does in a browser.
      const { transaction } = target as IDBObjectStore
      if (transaction) hanging.add(transaction)
      return new fake.IDBRequest()
    }
    if (fault === 'hangs' && name === 'commit') return void hanging.add(target)
    const result = method.apply(target, args)
    if (fault === 'fails' && result instanceof fake.IDBOpenDBRequest) {
      setImmediate(() => result.onerror?.(Object.assign(new Event('error'), {}) as never))
    }
    return wrap(result)
  }

  return {
    indexedDB: wrap(shared),
    IDBKeyRange: fake.IDBKeyRange as unknown as typeof IDBKeyRange,
    get calls() {
      return state.calls
    },
    get breaks() {
      return state.breaks
    },
    set breaks(breaks) {
      state.breaks = breaks
    },
  }
}
