/** The site that embeds Billfold, as views show it to somebody who connects. */
import { safeImage, safeLink } from '../../src/core/text/url.ts'
import type { Metadata } from '../../src/base/metadata.ts'

export interface Site {
  name: string
  /** Host with port, as in the address bar. */
  domain: string
  /** A URL that is safe as an image or as a link. */
  iconUrl: string | undefined
}

/**
 * The domain comes from the page's location, not from its metadata, since people compare it with the domain in their
 * wallet.
 */
export function getSite({ name, icons }: Metadata): Site {
  return { name, domain: location.host, iconUrl: icons?.map(toIcon).find(Boolean) }
}

/**
 * The icon's URL, if it is a safe image or a safe link. A link is allowed, since the icon comes from the page itself.
 */
function toIcon(icon: string): string | undefined {
  return safeImage(icon) ?? safeLink(icon)
}
