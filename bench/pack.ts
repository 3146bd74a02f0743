/** Creates the package that npm would publish. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Unpacks the built package to `<folder>/node_modules/billfold`, where apps below `folder` find it. */
export function unpackPackage(folder: string): void {
  const target = join(folder, 'node_modules/billfold')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  // A package.json of its own: inside the project's package, `billfold` would resolve to the project itself.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync('tar', ['-xzf', packPackage(folder), '--strip-components=1', '-C', target])
}

/** @param checkout a built checkout of this project @returns path of the tarball */
export function packPackage(folder: string, checkout = root): string {
  mkdirSync(folder, { recursive: true })
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { filename: string }[]
  return join(folder, packed!.filename)
}
