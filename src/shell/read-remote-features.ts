import type { RemoteFeatures } from './options.ts'

/** What a dashboard decides. Other names are left out and told in the console: a page cannot help what its dashboard says. */
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
