/**
 * Builds the page of the lists for production into `.cache/lists`. The packages that only lists need are installed into
 * `.cache/lists` on first use, outside the project's install.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const cache = at('../../.cache/lists')

/** Keys of the lists that come with the harness, and their files. */
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
 * @param files of further lists; the key of one is its file's name without its ending.
 * @param only these keys, with those of `files`; without any, all of them.
 * @returns the keys of the lists, and the folder of the built page. The demo shows the page of all lists.
 */
export async function prepareSite(
  files: readonly string[] = [],
  only: readonly string[] = [],
): Promise<{ keys: readonly string[]; folder: string }> {
  const own = files.map((file) => [basename(file).replace(/\.\w+$/, ''), resolve(file)] as const)
  const lists: Record<string, string> = Object.fromEntries([...Object.entries(included), ...own])
  const unknown = only.find((key) => !lists[key])
  if (unknown) throw new Error(`There is no list "${unknown}": ${Object.keys(lists).join(', ')}.`)
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

/** What the included lists and the plots need beside the project's install. */
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

/** The lists in files of JavaScript stand on packages that the project does not have. */
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

/** A package that is not found from its importer is taken from the install of the lists, or from the project's. */
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
