/** The package as npm would publish it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packs what is built into `<folder>/node_modules/billfold`, where the sources of an app below `folder` find it. */
export function unpackPackage(folder: string): void {
  const target = join(folder, 'node_modules/billfold')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  // Not a part of this project, whose own name would lead here.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync('tar', ['-xzf', packPackage(folder), '--strip-components=1', '-C', target])
}

/** @param checkout a built one of this project. @returns the path of the tarball. */
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
