/**
 * The packed package in other people's projects: it builds there, the modal draws an account and its NFTs, and the
 * worker was started in the way that docs/assets.md names.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalServer } from '../../sandbox/services/local-server.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { getChromium, getSandbox } from '../browser/shared.ts'
import { type Consumer, folderOf, run, type RunningServer, startServer } from './prepare.ts'
import { serve, type Site } from './serve.ts'
import { visit, type Visit } from './visit.ts'

let sandbox: Sandbox
let browser: Browser
const servers: (LocalServer | RunningServer)[] = []

beforeAll(async () => {
  ;[sandbox, browser] = await Promise.all([getSandbox(), getChromium()])
})
afterAll(async () => {
  for (const server of servers) await ('close' in server ? server.close() : server.stop())
})

const VITE = 'node_modules/vite/bin/vite.js'
const NEXT = 'node_modules/next/dist/bin/next'

/** Each is built once, whoever needs it first. */
const builds = new Map<string, Promise<string>>()

function build(consumer: Consumer, out: string, args: readonly string[]): Promise<string> {
  const name = `${consumer}/${out}`
  const found = builds.get(name) ?? run(consumer, args).then(() => folderOf(consumer, out))
  builds.set(name, found)
  return found
}

const buildVite = (consumer: Consumer) =>
  build(consumer, 'out/app', [VITE, 'build', '--base', './', '--outDir', 'out/app'])
const buildWith = (way: string) => build('bundlers', `out/${way}`, ['build.js', way])

async function open(folder: string, site?: Site): Promise<LocalServer> {
  const server = await serve(folder, site)
  servers.push(server)
  return server
}

/** What must hold however the worker was started. */
async function look(url: string, ways: readonly string[]): Promise<Visit> {
  const seen = await visit(browser, sandbox, url)
  expect(seen.ways).toEqual(ways)
  expect(seen.workers).toHaveLength(ways.at(-1) === 'in-thread' ? 0 : 1)
  expect(seen.uncaught).toEqual([])
  expect(seen.requests).not.toContain('/app-ran-in-a-worker')
  // An app may have a file of this name; it is none of ours.
  expect(seen.requests.filter((path) => path.endsWith('/worker.js'))).toEqual([])
  return seen
}

/** Text of every script that a build wrote. */
function readScripts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

describe.concurrent('[G20] The worker in a consumer’s project', () => {
  const startsFromAsset = async (consumer: Consumer) => {
    const { url } = await open(await buildVite(consumer))
    const { workers } = await look(url, ['asset'])
    expect(workers[0]).toMatch(/\/assets\/billfold-worker-[\w-]+\.js$/)
  }
  it('starts from its asset, in a build of vite8', { tags: 'quick' }, () => startsFromAsset('vite8'))
  it.each(['vite5', 'vite6', 'vite7'] as const)('starts from its asset, in a build of %s', startsFromAsset)

  it.each([
    { consumer: 'vite5', way: 'module' },
    { consumer: 'vite6', way: 'module' },
    { consumer: 'vite7', way: 'module' },
    { consumer: 'vite8', way: 'asset' },
  ] as const)('starts from its $way, in the dev server of $consumer', async ({ consumer, way }) => {
    const server = await startServer(consumer, (port) => [
      VITE,
      '--host',
      '127.0.0.1',
      '--port',
      port,
      '--force',
    ])
    servers.push(server)
    await look(server.url, [way])
    server.stop()
  })

  it('starts from its asset, in a build of webpack, and the built scripts do not contain the path of the build folder', async () => {
    const folder = await buildWith('webpack')
    await look((await open(folder)).url, ['asset'])
    expect(readScripts(folder).filter((code) => code.includes(folderOf('bundlers')))).toEqual([])
  })

  it.each(['turbopack', 'webpack'])(
    'starts from its asset, in a build of Next with %s, on a page drawn by a server component',
    async (bundler) => {
      const env = { DIST_DIR: `out/${bundler}` }
      await run('next', [NEXT, 'build', `--${bundler}`], env)
      const server = await startServer('next', (port) => [NEXT, 'start', '-H', '127.0.0.1', '-p', port], env)
      servers.push(server)
      await look(server.url, ['asset'])
      server.stop()
      const scripts = readScripts(folderOf('next', `out/${bundler}/static`))
      expect(scripts.filter((code) => code.includes(folderOf('next')))).toEqual([])
    },
  )

  it.each(['turbopack', 'webpack'])(
    'starts from its asset, in the dev server of Next with %s',
    async (bundler) => {
      const server = await startServer(
        'next',
        (port) => [NEXT, 'dev', `--${bundler}`, '-H', '127.0.0.1', '-p', port],
        { DIST_DIR: `out/dev-${bundler}` },
      )
      servers.push(server)
      await look(server.url, ['asset'])
      server.stop()
    },
  )

  it('starts from its module’s chunk, in a build of esbuild with splitting', async () => {
    await look((await open(await buildWith('esbuild-split'))).url, ['asset', 'module'])
  })

  it('starts from its module’s chunk, on a host that answers every URL with its page', async () => {
    const { url } = await open(await buildWith('esbuild-split'), { isSinglePage: true })
    await look(url, ['asset', 'module'])
  })

  it('starts from its module’s chunk, in a build of Rollup without a plugin for assets', async () => {
    await look((await open(await buildWith('rollup'))).url, ['asset', 'module'])
  })

  it('starts from its file, with an import map and no bundler', async () => {
    const { workers } = await look((await open(await buildWith('import-map'))).url, ['asset'])
    expect(workers[0]).toMatch(/\/billfold\/billfold-worker\.js$/)
  })

  it('starts on the page’s thread, in a single-file build of esbuild', async () => {
    await look((await open(await buildWith('esbuild-one-file'))).url, ['asset', 'in-thread'])
  })

  it('starts on the page’s thread, in a plain script', async () => {
    await look((await open(await buildWith('esbuild-iife'))).url, ['in-thread'])
  })

  it('starts on the page’s thread, in a plain script from another origin', async () => {
    const folder = await buildWith('esbuild-iife')
    const elsewhere = await open(folder)
    const changePage = (html: string) => html.replace('./app.js', `${toOtherOrigin(elsewhere.url)}/app.js`)
    await look((await open(folder, { changePage })).url, ['in-thread'])
  })

  it('starts from a blob that imports the worker’s file, if the scripts come from another origin', async () => {
    const folder = await buildVite('vite8')
    const elsewhere = await open(folder)
    const changePage = (html: string) =>
      html.replaceAll('"./assets/', `"${toOtherOrigin(elsewhere.url)}/assets/`)
    await look((await open(folder, { changePage })).url, ['blob'])
  })

  it('starts from a blob, in a single-file build of Vite', async () => {
    const folder = await build('vite8', 'out/one-file', [
      VITE,
      'build',
      '--config',
      'one-file.config.js',
      '--outDir',
      'out/one-file',
    ])
    expect(readScripts(folder)).toHaveLength(1)
    await look((await open(folder)).url, ['blob'])
  })

  it('starts from its asset under a strict policy with a nonce and Trusted Types, without violations', async () => {
    const { url } = await open(await buildVite('vite8'), {
      policy:
        "script-src 'nonce-n0nce' 'strict-dynamic'; worker-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types billfold",
      changePage: addNonce,
    })
    expect((await look(url, ['asset'])).violations).toEqual([])
  })

  it('starts from its asset, and then again on the page’s thread if a nonce-only policy blocks the imports of the worker', async () => {
    const { url } = await open(await buildVite('vite8'), {
      policy: "script-src 'nonce-n0nce'; worker-src 'self'",
      changePage: addNonce,
    })
    await look(url, ['asset', 'in-thread'])
  })
})

function addNonce(html: string): string {
  return html.replaceAll('<script', '<script nonce="n0nce"')
}

/** The same server by its other name. */
function toOtherOrigin(url: string): string {
  return url.replace('127.0.0.1', 'localhost')
}
