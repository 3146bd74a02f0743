/**
 * Loads the code of a heavy domain when it is first needed. Only the page knows where its bundler put that file: the
 * worker asks for one address after the other until one of them works. On the page's own thread the page hands over the
 * module itself.
 */
import { BillfoldError } from '../src/core/errors.ts'
import type { LazyDomain } from '../src/core/protocol.ts'
import { getRegisteredDomain } from './domain-registry.ts'

export interface DomainSource {
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

/** Rejects with `code_missing` when no address works; the next use tries again. */
export function createDomainLoader(source: DomainSource): <D>(domain: LazyDomain) => Promise<D> {
  const domains = new Map<LazyDomain, Promise<unknown>>()

  async function load(domain: LazyDomain): Promise<unknown> {
    if (source.importDomain) return read(domain, await source.importDomain(domain))
    let failure: unknown
    for (let attempt = 0; ; attempt += 1) {
      const url = await source.getUrl(domain, attempt)
      if (url === undefined) throw new Error('No address of it works.', { cause: failure })
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

  return <D>(domain: LazyDomain) => {
    let found = domains.get(domain)
    if (!found) {
      found = load(domain).catch((error: unknown) => {
        throw new BillfoldError(
          'code_missing',
          `The code for ${names[domain]} could not be loaded. Try again.`,
          {
            cause: error,
          },
        )
      })
      found.catch(() => domains.delete(domain))
      domains.set(domain, found)
    }
    return found as Promise<D>
  }
}

/** @throws for a file that is something else, such as the page's own code. */
function read(domain: LazyDomain, file: unknown): unknown {
  const found = (file as { domain?: unknown }).domain ?? getRegisteredDomain(domain)
  if (found === undefined) throw new Error(`The file of "${domain}" holds no such domain.`)
  return found
}
