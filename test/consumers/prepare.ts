/**
 * Copies each consumer to a folder outside the project's install: its sources, its pinned packages, and Billfold as npm
 * would publish it. The examples share one install. Existing installs stay for the next run.
 */
import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packPackage } from '../../bench/pack.ts'

const sources = fileURLToPath(new URL('.', import.meta.url))
const folders = fileURLToPath(new URL('../../.cache/consumers', import.meta.url))
const exampleSources = fileURLToPath(new URL('../../examples', import.meta.url))
export type Consumer = App | `examples/${string}`
type App = 'vite5' | 'vite6' | 'vite7' | 'vite8' | 'next' | 'bundlers' | 'dapps' | 'dapps-old'

/** Timeout of an install, a build, or the start of a server. Milliseconds. */
const LIMIT = 240_000

/** Preparations of this process, each started by the first test that needs it. */
const prepared = new Map<Consumer, Promise<void>>()
let examples: Promise<void> | undefined
let tarball: string | undefined

export function prepare(consumer: Consumer): Promise<void> {
  if (isExample(consumer)) return (examples ??= prepareExamples())
  const found = prepared.get(consumer) ?? prepareApp(consumer)
  prepared.set(consumer, found)
  return found
}

function isExample(consumer: Consumer): consumer is Exclude<Consumer, App> {
  return consumer.startsWith('examples/')
}

async function prepareApp(consumer: App): Promise<void> {
  const folder = join(folders, consumer)
  // Pack into a folder that no other process uses.
  tarball ??= packPackage(folder)
  mkdirSync(folder, { recursive: true })
  const manifest = readFileSync(join(sources, consumer, 'package.json'), 'utf8')
  writeFileSync(join(folder, 'package.json'), manifest)
  await install(folder, manifest)
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  for (const file of ['app.js', 'index.html']) cpSync(join(sources, file), join(folder, file))
  // The same apps with the oldest supported packages.
  if (consumer === 'dapps-old') cpSync(join(sources, 'dapps'), folder, { recursive: true })
  cpSync(join(sources, consumer), folder, { recursive: true })
  await unpack(tarball, folder)
}

/** Installs the examples as workspaces of one package, so that npm installs shared packages once. */
async function prepareExamples(): Promise<void> {
  const folder = join(folders, 'examples')
  const names = listExamples()
  mkdirSync(folder, { recursive: true })
  for (const name of names) {
    rmSync(join(folder, name), { recursive: true, force: true })
    cpSync(join(exampleSources, name), join(folder, name), {
      recursive: true,
      // Skip local installs and builds.
      filter: (path) => !/^(node_modules|dist|\.next)$/.test(basename(path)),
    })
  }
  // Pack to the path that the examples' package.json files name.
  const packed = packPackage(folders)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: names }))
  await install(
    folder,
    names.map((name) => readFileSync(join(folder, name, 'package.json'), 'utf8')).join('\n'),
  )
  await unpack(packed, folder)
}

export function listExamples(): string[] {
  return readdirSync(exampleSources, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
}

/** @param wanted description of the install; a change of it triggers a new install */
async function install(folder: string, wanted: string): Promise<void> {
  const stamp = join(folder, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await promisify(execFile)(
    'npm',
    ['install', '--no-package-lock', '--prefer-offline', '--no-audit', '--no-fund', '--silent'],
    {
      cwd: folder,
      timeout: LIMIT,
    },
  )
  writeFileSync(stamp, wanted)
}

async function unpack(packed: string, folder: string): Promise<void> {
  const target = join(folder, 'node_modules/billfold')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await promisify(execFile)('tar', ['-xzf', packed, '--strip-components=1', '-C', target])
}

export function folderOf(consumer: Consumer, path = ''): string {
  return join(folders, consumer, path)
}

/** Runs a script of the consumer with Node or npm. @throws with its whole output */
export async function run(
  consumer: Consumer,
  args: readonly string[],
  env: object = {},
  command: 'node' | 'npm' = 'node',
): Promise<void> {
  await prepare(consumer)
  try {
    await promisify(execFile)(command, args, {
      cwd: folderOf(consumer),
      env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', ...env },
      timeout: LIMIT,
      maxBuffer: 100_000_000,
    })
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${message}\n${stdout}\n${stderr}`, { cause: error })
  }
}

export interface RunningServer {
  url: string
  stop(): void
}

/** Starts a server of the consumer and waits until it answers. The server takes its port from `args(port)` or PORT. */
export async function startServer(
  consumer: Consumer,
  args: (port: string) => readonly string[],
  env: object = {},
  command: 'node' | 'npm' = 'node',
): Promise<RunningServer> {
  await prepare(consumer)
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  let said = ''
  const child = spawn(command, args(String(port)), {
    cwd: folderOf(consumer),
    env: {
      ...process.env,
      NODE_ENV: undefined,
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      ...env,
    } as NodeJS.ProcessEnv,
    // A process group, so that child processes end with the server.
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const stop = () => {
    try {
      process.kill(-child.pid!)
    } catch {
      // The server has already ended.
    }
  }
  process.once('exit', stop)
  for (const deadline = Date.now() + LIMIT; ;) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, stop }
    if (Date.now() > deadline || child.exitCode !== null) {
      stop()
      throw new Error(`The server did not answer. ${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
