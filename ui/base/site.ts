/** The embedding site, as people see it when they connect. */
import { safeImage, safeLink } from '../../src/core/text/url.ts'
import type { Metadata } from '../../src/base/metadata.ts'

export interface Site {
  name: string
  /** Host name with its port. */
  domain: string
  /** https or a data URL of an image. */
  iconUrl: string | undefined
}

/** Its domain is where the page is, whatever it says of itself: people compare it with what their wallet shows. */
export function getSite({ name, icons }: Metadata): Site {
  return { name, domain: location.host, iconUrl: icons?.map(toIcon).find(Boolean) }
}

/** The page's own picture may lie wherever the page does. */
function toIcon(icon: string): string | undefined {
  return safeImage(icon) ?? safeLink(icon)
}
