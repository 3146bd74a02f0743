/**
 * Brings each consumer to a folder of its own, outside the project's install: its sources, the packages that it pins,
 * and Billfold as npm would publish it. What was installed once stays for the next run.
 */
import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packPackage } from '../../bench/pack.ts'

const sources = fileURLToPath(new URL('.', import.meta.url))
const folders = fileURLToPath(new URL('../../.cache/consumers', import.meta.url))
export type Consumer = 'vite5' | 'vite6' | 'vite7' | 'vite8' | 'portfolio' | 'next' | 'bundlers' | 'dapps'

/** Longest install, build or start of a server. Milliseconds. */
const LIMIT = 240_000

/** Each is prepared once in a process, by the first test that needs it. */
const prepared = new Map<Consumer, Promise<void>>()
let tarball: string | undefined

function prepare(consumer: Consumer): Promise<void> {
  const found = prepared.get(consumer) ?? prepareNow(consumer)
  prepared.set(consumer, found)
  return found
}

async function prepareNow(consumer: Consumer): Promise<void> {
  const folder = join(folders, consumer)
  // Into a folder that no other process has.
  tarball ??= packPackage(folder)
  mkdirSync(folder, { recursive: true })
  await install(consumer)
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  for (const file of ['app.js', 'index.html']) cpSync(join(sources, file), join(folder, file))
  cpSync(join(sources, consumer), folder, { recursive: true })
  const target = join(folder, 'node_modules/billfold')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await promisify(execFile)('tar', ['-xzf', tarball, '--strip-components=1', '-C', target])
}

async function install(consumer: Consumer): Promise<void> {
  const folder = join(folders, consumer)
  const wanted = readFileSync(join(sources, consumer, 'package.json'), 'utf8')
  const stamp = join(folder, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  writeFileSync(join(folder, 'package.json'), wanted)
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

export function folderOf(consumer: Consumer, path = ''): string {
  return join(folders, consumer, path)
}

/** Runs a script of the consumer's with Node. @throws with all that it printed. */
export async function run(consumer: Consumer, args: readonly string[], env: object = {}): Promise<void> {
  await prepare(consumer)
  try {
    await promisify(execFile)('node', args, {
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

/** Starts a server of the consumer's, which takes its port from `args(port)`, and waits until it answers. */
export async function startServer(
  consumer: Consumer,
  args: (port: string) => readonly string[],
  env: object = {},
): Promise<RunningServer> {
  await prepare(consumer)
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  let said = ''
  const child = spawn('node', args(String(port)), {
    cwd: folderOf(consumer),
    env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', ...env } as NodeJS.ProcessEnv,
    // A group of its own, so that what it starts ends with it.
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const stop = () => {
    try {
      process.kill(-child.pid!)
    } catch {
      // It has ended by itself.
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
      throw new Error(`The server does not answer. ${said}`)
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
