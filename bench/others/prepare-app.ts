/**
 * Copies an app to a folder outside the project's install, installs its pinned packages (for Billfold: what npm would
 * publish), and builds it for production with Vite's defaults.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const sources = fileURLToPath(new URL('.', import.meta.url))
const apps = fileURLToPath(new URL('../../.cache/others', import.meta.url))
/** Dependencies of the pinned packages are resolved as of this day. */
const DAY = '2026-11-22'
const page = `<!doctype html>
<meta name="viewport" content="width=device-width" />
<title>Driftwood</title>
<div id="root"></div>
<script type="module" src="./main.jsx"></script>
`

/** @param tarball Billfold's package @param folder folder of the build @returns folder of the built files */
export async function prepareApp(name: string, tarball: string, folder = name): Promise<string> {
  const root = join(apps, folder)
  mkdirSync(root, { recursive: true })
  install(name, root)
  if (name === 'billfold') unpack(tarball, join(root, 'node_modules/billfold'))
  writeFileSync(join(root, 'index.html'), page)
  cpSync(join(sources, name, 'main.jsx'), join(root, 'main.jsx'))
  const outDir = join(root, 'out')
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}

/** Installs the app's packages. Does nothing if an earlier run has installed the same packages. */
function install(name: string, root: string): void {
  const wanted = readFileSync(join(sources, name, 'package.json'), 'utf8')
  const stamp = join(root, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  writeFileSync(join(root, 'package.json'), wanted)
  execFileSync(
    'npm',
    [
      'install',
      '--before',
      DAY,
      '--ignore-scripts',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--silent',
    ],
    { cwd: root, stdio: 'inherit' },
  )
  writeFileSync(stamp, wanted)
}

function unpack(tarball: string, target: string): void {
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', target])
}
