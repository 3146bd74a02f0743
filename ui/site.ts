/** The embedding site, as people are told whom they connect to. */
import { safeImage } from '../src/core/url.ts'
import type { Metadata } from '../src/options.ts'

export interface Site {
  name: string
  /** Host name with its port. */
  domain: string
  /** https or a data URL of an image. */
  iconUrl: string | undefined
}

export function getSite({ name, url, icons }: Metadata): Site {
  return { name, domain: getDomain(url), iconUrl: icons?.map(safeImage).find(Boolean) }
}

function getDomain(url: string | undefined): string {
  try {
    return new URL(url ?? location.href).host
  } catch {
    return location.host
  }
}
