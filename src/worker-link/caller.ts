/** How the page identifies itself to the servers of the API: in each request, and in the URLs of pictures. */
import type { Network } from '../core/chains/networks.ts'
import type { Options } from '../shell/options.ts'

interface PageFacts {
  options: Options
  /** Version of this package. */
  version: string
}

const PUBLIC_EXPLORER = 'https://api.web3modal.org'

export function getCaller({ options, version }: PageFacts) {
  const { projectId, sdkType = 'billfold', sdkVersion, adapters } = options
  const own = () => `html-${adapters.map(({ namespace }) => namespace).join(',')}-${version}`
  return { projectId, sdkType, sdkVersion: sdkVersion ?? own() }
}

/** Base URL of the wallet directory. */
export function getExplorer({ explorerUrl = PUBLIC_EXPLORER }: Options): string {
  return explorerUrl.replace(/\/+$/, '')
}

/** Sets `imageUrl` of the networks for which the page gives only the id of a picture in the directory. */
export function addPictures(networks: readonly Network[], page: PageFacts): void {
  const { projectId, sdkType, sdkVersion } = getCaller(page)
  const search = String(new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion }))
  for (const network of networks) {
    const { imageId } = network.assets ?? {}
    if (imageId)
      network.imageUrl ??= `${getExplorer(page.options)}/public/getAssetImage/${encodeURIComponent(imageId)}?${search}`
  }
}
