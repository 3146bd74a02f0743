/**
 * Loads the code of a heavy domain when it is first needed. Only the page knows where its bundler put that file: the
 * worker asks for one address after the other until one of them works. On the page's own thread the page hands over the
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
  /** The domain's `attempt`-th address, from 0; undefined when there is no other. */
  getUrl(domain: LazyDomain, attempt: number): Promise<string | undefined>
  /** Set where there is no need of an address. */
  importDomain: ((domain: LazyDomain) => Promise<unknown>) | undefined
}

const names: Readonly<Record<LazyDomain, string>> = {
  evm: 'EVM networks',
  solana: 'Solana',
  bitcoin: 'Bitcoin',
  walletconnect: 'WalletConnect',
}

/**
 * Rejects with `code_missing` if no address works, or the code is late; the next use tries again. Callers wait no longer for
 * code than for an answer.
 */
export function createDomainLoader(source: DomainSource): <D>(domain: LazyDomain) => Promise<D> {
  const domains = new Map<LazyDomain, Promise<unknown>>()

  async function load(domain: LazyDomain): Promise<unknown> {
    if (source.importDomain) return read(domain, await source.importDomain(domain))
    let failure: unknown
    for (let attempt = 0; ; attempt += 1) {
      const url = await source.getUrl(domain, attempt)
      if (url === undefined) throw new Error('None of its addresses works.', { cause: failure })
      try {
        // Bundlers leave the address alone.
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

/** @throws for a file that is something else, such as the page's own code. */
function read(domain: LazyDomain, file: unknown): unknown {
  const found = (file as { domain?: unknown }).domain ?? getRegisteredDomain(domain)
  if (found === undefined) throw new Error(`The file of "${domain}" does not contain this domain.`)
  return found
}
