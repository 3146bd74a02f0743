/**
 * Builds the lists' pages for production into `.cache/lists`. Packages that only the lists need are installed there on
 * first use, outside the project's install.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const cache = at('../../.cache/lists')

/** Lists of the benchmark: file by key. */
const included = {
  billfold: at('adapters/billfold.ts'),
  plain: at('adapters/plain.tsx'),
  tanstack: at('adapters/tanstack.jsx'),
  'react-window': at('adapters/react-window.jsx'),
  virtuoso: at('adapters/virtuoso.jsx'),
  virtua: at('adapters/virtua.jsx'),
  appkit: at('adapters/appkit.js'),
}

/**
 * @param files files of further lists; a list's key is its file name without the extension
 * @param only keys of the lists to build, in addition to `files`; empty: all lists
 * @returns the keys of the lists, and the folder of the built pages. The demo serves the pages with all lists.
 */
export async function prepareSite(
  files: readonly string[] = [],
  only: readonly string[] = [],
): Promise<{ keys: readonly string[]; folder: string }> {
  const own = files.map((file) => [basename(file).replace(/\.\w+$/, ''), resolve(file)] as const)
  for (const [key, file] of own) checkFile(key, file)
  const lists: Record<string, string> = Object.fromEntries([...Object.entries(included), ...own])
  const unknown = only.find((key) => !lists[key])
  if (unknown)
    throw new Error(
      `Unknown list "${unknown}". Use one of ${Object.keys(lists).join(', ')}, or add your own with --list.`,
    )
  for (const key of Object.keys(lists)) if (only.length > 0 && !only.includes(key)) delete lists[key]
  if (Object.values(lists).some(needsPackages)) installPackages()
  const folder = join(cache, only.length > 0 ? 'some' : 'site')
  await build({
    configFile: false,
    root: at('page'),
    base: './',
    logLevel: 'error',
    plugins: [nameLists(lists), findPackages()],
    resolve: {
      dedupe: ['react', 'react-dom'],
      alias: [
        { find: /^billfold$/, replacement: at('../../dist/index.js') },
        { find: /^billfold\/(evm|element)$/, replacement: at('../../dist/$1.js') },
      ],
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: [at('page/index.html'), at('page/list.html')] },
    },
  })
  return { keys: Object.keys(lists), folder }
}

function checkFile(key: string, file: string): void {
  if (!existsSync(file)) throw new Error(`--list: there is no file ${file}.`)
  if (!/^[\w.-]+$/.test(key))
    throw new Error(
      `--list: name ${file} with letters, digits, "-" and "_" alone. Its name is the key of the list.`,
    )
  if (key in included)
    throw new Error(`--list: "${key}" is a list of the benchmark. Give ${file} another name.`)
}

/** Installs the packages of the included lists and the plots. */
export function installPackages(): void {
  const files = ['package.json', 'package-lock.json']
  const wanted = files.map((file) => readFileSync(at(`packages/${file}`), 'utf8')).join('')
  const stamp = join(cache, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the packages of the lists…')
  mkdirSync(cache, { recursive: true })
  for (const file of files) copyFileSync(at(`packages/${file}`), join(cache, file))
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: cache,
    stdio: 'inherit',
  })
  writeFileSync(stamp, wanted)
}

/** Whether a list needs packages that the project doesn't have, as our lists in JavaScript files do. */
function needsPackages(file: string): boolean {
  return /\.jsx?$/.test(file) && file.startsWith(at('adapters'))
}

function nameLists(lists: Readonly<Record<string, string>>): Plugin {
  const id = 'virtual:lists'
  const entries = Object.entries(lists).map(
    ([key, file]) => `${JSON.stringify(key)}: () => import(${JSON.stringify(file)})`,
  )
  return {
    name: 'name-lists',
    resolveId: (source) => (source === id ? id : null),
    load: (source) => (source === id ? `export const lists = { ${entries.join(', ')} }` : null),
  }
}

/** Resolves packages that an importer can't find from the lists' install, or from the project's. */
function findPackages(): Plugin {
  const places = [join(cache, 'package.json'), at('list.ts')]
  return {
    name: 'find-packages',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer || !/^[@a-z]/i.test(source) || source.startsWith('virtual:')) return null
      for (const from of [importer, ...places]) {
        const found = await this.resolve(source, from, { ...options, skipSelf: true })
        if (found) return found
      }
      return null
    },
  }
}
