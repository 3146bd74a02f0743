/** An in-memory IndexedDB that fails at chosen calls, which are numbered over all methods of all its objects. */
import * as fake from 'fake-indexeddb'

export interface FaultyIndexedDb {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  /** Number of calls so far. */
  readonly calls: number
  /** Returns the fault of a call. @param call number of the call */
  breaks: (call: number, name: string) => Fault | undefined
  /** Returns a promise for which the call's result event waits. */
  delays: (call: number, name: string) => Promise<unknown> | undefined
  /** Keys of records whose values can't be read. */
  unreadable: Set<string>
}

/** `fails`: the transaction is aborted. `closes`: the browser closes the database at that moment. */
export type Fault = 'throws' | 'fails' | 'closes' | 'hangs' | 'is full'

/** @param shared an existing database, as another tab or an earlier visit left it */
export function createFaultyIndexedDb(shared: IDBFactory = new fake.IDBFactory()): FaultyIndexedDb {
  const wrapped = new WeakMap<object, object>()
  const originals = new WeakMap<object, object>()
  /** Transactions with a request that is never answered. */
  const hanging = new WeakSet<object>()
  const unreadable = new Set<string>()
  const delayed = new WeakMap<object, Promise<unknown>>()
  const state: { calls: number } & Pick<FaultyIndexedDb, 'breaks' | 'delays'> = {
    calls: 0,
    breaks: () => undefined,
    delays: () => undefined,
  }

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
        // Listeners must see the wrapped objects too, so that every call is counted.
        const listener =
          typeof value === 'function' && String(property).startsWith('on')
            ? (event: Event) => {
                const listen = () => (value as (event: unknown) => unknown)(wrapEvent(event))
                const delay = delayed.get(target)
                if (delay) void delay.then(listen)
                else if (!hanging.has(target)) listen()
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
      const late = (event: Event) => {
        const delay = delayed.get(target)
        if (delay) void delay.then(() => listener(wrapEvent(event)))
        else listener(wrapEvent(event))
      }
      return method.call(target, args[0], late, ...args.slice(2))
    }
    if (!counted.has(name)) return wrap(method.apply(target, args))
    const delay = state.delays(state.calls, name)
    const fault = state.breaks(state.calls++, name)
    if (fault === 'throws') throw new DOMException('Broken on purpose', 'UnknownError')
    if (fault === 'is full' && (name === 'put' || name === 'add')) {
      throw new DOMException('No space on purpose', 'QuotaExceededError')
    }
    if (fault === 'hangs' && (name === 'open' || name === 'deleteDatabase'))
      return wrap(new fake.IDBOpenDBRequest())
    if (fault === 'hangs' && /^(get|put|add|delete|openCursor|openKeyCursor)/.test(name)) {
      // Abort the transaction without any event: the request is never answered, and nothing of it is stored.
      const { transaction } =
        target instanceof fake.IDBIndex ? target.objectStore : (target as IDBObjectStore)
      if (transaction) breakOff(transaction)
      return new fake.IDBRequest()
    }
    // A hanging commit may still store its data.
    if (fault === 'hangs' && name === 'commit') return void hanging.add(target)
    if (fault === 'closes') {
      const { transaction } = target as IDBObjectStore
      const db = transaction?.db ?? (target as IDBTransaction).db ?? target
      transaction?.abort()
      if (db instanceof fake.IDBDatabase) fake.forceCloseDatabase(db as never)
    }
    const isUnreadable =
      (name === 'get' && unreadable.has(args[0] as string)) || (name === 'getAll' && unreadable.size > 0)
    const result = isUnreadable ? failReading(target as IDBObjectStore) : method.apply(target, args)
    if (fault === 'fails' && (target as IDBObjectStore).transaction) {
      const { transaction } = target as IDBObjectStore
      queueMicrotask(() => abort(transaction))
    }
    if (fault === 'fails' && result instanceof fake.IDBOpenDBRequest) {
      setImmediate(() => result.onerror?.(Object.assign(new Event('error'), {}) as never))
    }
    if (delay) delayed.set(result as object, delay)
    return wrap(result)
  }

  function breakOff(transaction: IDBTransaction): void {
    hanging.add(transaction)
    abort(transaction)
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
    unreadable,
    get delays() {
      return state.delays
    },
    set delays(delays) {
      state.delays = delays
    },
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}

/** A request that fails in fake-indexeddb itself, so that handling its error can keep the transaction alive. */
function failReading(source: IDBObjectStore): IDBRequest {
  const transaction = source.transaction as unknown as {
    _execRequestAsync(request: { source: IDBObjectStore; operation(): never }): IDBRequest
  }
  const operation = () => {
    throw new DOMException('Unreadable on purpose', 'NotReadableError')
  }
  return transaction._execRequestAsync({ source, operation })
}
