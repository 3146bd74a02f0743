/** The embedding site, as people are told whom they connect to. */
import type { Metadata } from '../src/options.ts'

export interface Site {
  name: string
  /** Host name with its port. */
  domain: string
  /** https or a data URL of an image. */
  iconUrl: string | undefined
}

export function getSite({ name, url, icons }: Metadata): Site {
  return { name, domain: getDomain(url), iconUrl: icons?.find(isSafeImage) }
}

function getDomain(url: string | undefined): string {
  try {
    return new URL(url ?? location.href).host
  } catch {
    return location.host
  }
}

function isSafeImage(url: string): boolean {
  return /^https:\/\//i.test(url) || /^data:image\/(png|webp|svg\+xml|jpeg|gif)[;,]/i.test(url)
}
