/**
 * Loads the code of a lazy domain when it is first needed. Only the page knows where its bundler put the file, so the
 * worker asks the page for URLs until one of them works. If the worker runs on the page's thread, the page imports the
 * module itself.
 */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { LazyDomain } from '../../src/core/contract/protocol.ts'
import { TRY_LIMIT } from '../../src/core/contract/time-limits.ts'
import type { Clock } from '../base/context.ts'
import { getRegisteredDomain } from './domain-registry.ts'
import { withTimeout } from '../../src/core/base/wait.ts'

export interface DomainSource {
  clock: Clock
  /** URL number `attempt` of the domain's file, counted from 0; undefined if there are no more. */
  getUrl(domain: LazyDomain, attempt: number): Promise<string | undefined>
  /** Imports the module without a URL; set only if the worker runs on the page's thread. */
  importDomain: ((domain: LazyDomain) => Promise<unknown>) | undefined
}

const names: Readonly<Record<LazyDomain, string>> = {
  evm: 'EVM networks',
  solana: 'Solana',
  bitcoin: 'Bitcoin',
  walletconnect: 'WalletConnect',
}

/**
 * Returns a function that loads a domain. The function rejects with `code_missing` if no URL works or loading takes too
 * long; the next call tries again. The time limit is that of an HTTP request.
 */
export function createDomainLoader(source: DomainSource): <D>(domain: LazyDomain) => Promise<D> {
  const domains = new Map<LazyDomain, Promise<unknown>>()

  async function load(domain: LazyDomain): Promise<unknown> {
    if (source.importDomain) return read(domain, await source.importDomain(domain))
    let failure: unknown
    for (let attempt = 0; ; attempt += 1) {
      const url = await source.getUrl(domain, attempt)
      if (url === undefined) throw new Error('None of its URLs loaded.', { cause: failure })
      try {
        // The annotations keep bundlers from changing this import.
        return read(
          domain,
          await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ url),
        )
      } catch (error) {
        failure = error
      }
    }
  }

  function loadOnce(domain: LazyDomain): Promise<unknown> {
    const known = domains.get(domain)
    if (known) return known
    const loading = load(domain)
    domains.set(domain, loading)
    loading.catch(() => domains.delete(domain))
    return loading
  }

  return async <D>(domain: LazyDomain) => {
    const late = () => new Error('It did not load in time.')
    try {
      return (await withTimeout(source.clock, TRY_LIMIT, loadOnce(domain), late)) as D
    } catch (cause) {
      const message = `The code for ${names[domain]} could not be loaded. Try again.`
      throw new BillfoldError('code_missing', message, { cause })
    }
  }
}

/**
 * The domain in a loaded file. @throws if the file does not contain the domain, for example because it is a file of the
 * page
 */
function read(domain: LazyDomain, file: unknown): unknown {
  const found = (file as { domain?: unknown }).domain ?? getRegisteredDomain(domain)
  if (found === undefined) throw new Error(`The file of "${domain}" does not contain this domain.`)
  return found
}
