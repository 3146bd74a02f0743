/**
 * `npm run lock`, after an install that changed the lock file. A registry that does not carry the packages of every
 * platform makes npm leave them out of the lock, and then `npm ci` refuses it everywhere. They are written back by
 * what their names say; a machine of that platform fetches them, every other one passes over them.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface LockedPackage {
  version: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors: Record<string, string> = {
  amd64: 'x64',
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
}

let added = 0
for (const { optionalDependencies = {} } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const path = `node_modules/${name}`
    const parts = name.split(/[/-]/)
    const os = systems.find((system) => parts.includes(system))
    if (!os || lock.packages[path]) continue
    const cpu = parts[parts.indexOf(os) + 1] ?? ''
    const libc = parts.some((part) => part.startsWith('gnu'))
      ? 'glibc'
      : parts.some((part) => part.startsWith('musl'))
        ? 'musl'
        : undefined
    lock.packages[path] = {
      version,
      cpu: [processors[cpu] ?? cpu],
      dev: true,
      ...(os === 'linux' && libc ? { libc: [libc] } : {}),
      optional: true,
      os: [os],
    }
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added`)
