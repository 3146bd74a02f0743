import type { RemoteFeatures } from './options.ts'

/**
 * The dashboard's decisions. An unknown name is dropped with a console message. It is no error, since a page cannot
 * change its dashboard's answer.
 */
export function readRemoteFeatures(given: RemoteFeatures = {}): RemoteFeatures {
  const isKnown = ([name]: [string, unknown]) => names.includes(name as keyof RemoteFeatures)
  const entries = Object.entries(given)
  for (const [name] of entries.filter((entry) => !isKnown(entry)))
    console.warn(
      `Billfold: remoteFeatures.${name} has no effect. A dashboard decides only ${names.join(', ')}.`,
    )
  return Object.fromEntries(entries.filter(isKnown))
}

const names: readonly (keyof RemoteFeatures)[] = [
  'activity',
  'email',
  'socials',
  'swaps',
  'onramp',
  'smartSessions',
  'pay',
]
