/**
 * Loads the code of a heavy domain when it is first needed. In the blob build the neighbouring chunks cannot be
 * reached, so the page hands the code over; everywhere else the bundler splits it off here.
 */
import type { Host, LazyDomain } from '../src/core/protocol.ts'

export function createDomainLoader(
  getHost: () => { domainUrl: (domain: LazyDomain) => ReturnType<Host['domainUrl']> },
): <M>(domain: LazyDomain) => Promise<M> {
  const modules = new Map<LazyDomain, Promise<unknown>>()

  async function load(domain: LazyDomain): Promise<unknown> {
    if (typeof __BILLFOLD_BLOB__ !== 'undefined' && __BILLFOLD_BLOB__) {
      const url = await getHost().domainUrl(domain)
      return import(/* @vite-ignore */ url)
    }
    return domain === 'nfts' ? import('./nfts/source.ts') : import('./ens.ts')
  }

  return <M>(domain: LazyDomain) => {
    let found = modules.get(domain)
    if (!found) {
      found = load(domain)
      // A failed download is tried again with the next use.
      found.catch(() => modules.delete(domain))
      modules.set(domain, found)
    }
    return found as Promise<M>
  }
}
