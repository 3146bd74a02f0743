/** The site that embeds Billfold, as the user sees it when connecting. */
import { safeImage, safeLink } from '../../src/core/text/url.ts'
import type { Metadata } from '../../src/base/metadata.ts'

export interface Site {
  name: string
  /** Host name with its port. */
  domain: string
  /** An https URL or a data URL of an image. */
  iconUrl: string | undefined
}

/** Takes the domain from the page's location, not from its metadata: users compare it with their wallet. */
export function getSite({ name, icons }: Metadata): Site {
  return { name, domain: location.host, iconUrl: icons?.map(toIcon).find(Boolean) }
}

/** Accept any URL that is safe as a link: the icon is the page's own. */
function toIcon(icon: string): string | undefined {
  return safeImage(icon) ?? safeLink(icon)
}
