/** Starts anvil, a local Ethereum node, without accounts of its own, and a plain JSON-RPC client for it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Hex } from 'viem'

/** Milliseconds between two saved states. */
const KEEP_EVERY = 2_000

export interface Anvil {
  url: string
  chainId: number
  readonly pid: number | undefined
  rpc<T = Hex>(method: string, ...params: unknown[]): Promise<T>
  stop(): Promise<void>
}

export interface AnvilOptions {
  chainId: number
  /** Time of the first block, in seconds since 1970. */
  genesis: number
  /**
   * Called after an anvil that crashed answers again. With this option, a crashed anvil restarts on the same port, with
   * a state at most `KEEP_EVERY` old; without it, anvil isn't restarted.
   */
  onRestart?: (() => void) | undefined
}

export async function startAnvil({ chainId, genesis, onRestart }: AnvilOptions): Promise<Anvil> {
  // Another process may take the free port before anvil does.
  for (let tried = 1; ; tried += 1) {
    const port = await findFreePort()
    let child = launch(port, chainId, genesis)
    const url = `http://127.0.0.1:${port}`
    let stopKeeping = () => {}
    const anvil: Anvil = {
      url,
      chainId,
      get pid() {
        return child.pid
      },
      rpc: createRpc(url),
      stop() {
        stopKeeping()
        return end(child)
      },
    }
    if (await isReady(anvil, child)) {
      if (onRestart) stopKeeping = keep(anvil, () => (child = launch(port, chainId)), child, onRestart)
      return anvil
    }
    await anvil.stop()
    if (tried === 3)
      throw new Error('anvil did not start. Does its npm package have a binary for this platform?')
  }
}

/** @param genesis seconds since 1970. Default: now */
function launch(port: number, chainId: number, genesis?: number): ChildProcess {
  const child = spawn(
    findBinary(),
    [
      ['--host', '127.0.0.1', '--port', `${port}`, '--chain-id', `${chainId}`],
      // No accounts: anvil would sign with their keys for every caller.
      ['--accounts', '0', '--hardfork', 'cancun', '--silent', '--no-request-size-limit'],
      genesis === undefined ? [] : ['--timestamp', `${genesis}`],
    ].flat(),
    { stdio: 'ignore' },
  )
  // Kill anvil when this process exits or crashes.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

/** Saves the state regularly and restarts anvil with it after a crash. Returns a function that stops this. */
function keep(anvil: Anvil, relaunch: () => ChildProcess, first: ChildProcess, onRestart: () => void) {
  let hasEnded = false
  let kept: { block: Hex; state: Hex } | undefined

  async function save(): Promise<void> {
    const block = await anvil.rpc('eth_blockNumber')
    if (block !== kept?.block) kept = { block, state: await anvil.rpc('anvil_dumpState') }
  }
  async function restart(): Promise<void> {
    if (hasEnded) return
    const child = relaunch()
    if (await isBack(child)) {
      child.once('exit', () => void restart())
      onRestart()
      return
    }
    await end(child)
    setTimeout(() => void restart(), KEEP_EVERY).unref()
  }
  async function isBack(child: ChildProcess): Promise<boolean> {
    if (!(await isReady(anvil, child))) return false
    const loaded = kept ? anvil.rpc('anvil_loadState', kept.state) : Promise.resolve()
    await loaded.catch(() => end(child))
    return child.exitCode === null && child.signalCode === null
  }

  first.once('exit', () => void restart())
  // Ignore failures: anvil doesn't answer while it restarts.
  const saving = setInterval(() => void save().catch(() => {}), KEEP_EVERY)
  saving.unref()
  return () => {
    hasEnded = true
    clearInterval(saving)
  }
}

function createRpc(url: string): Anvil['rpc'] {
  let id = 0
  return async <T>(method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const answer = (await response.json()) as { result: T; error?: { message: string } }
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }
}

async function isReady(anvil: Anvil, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline && child.exitCode === null) {
    try {
      return Number(await anvil.rpc('eth_chainId')) === anvil.chainId
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return false
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** Path of this platform's binary. npm installs only the package with this binary. */
function findBinary(): string {
  const { resolve } = createRequire(import.meta.url)
  const name = `@foundry-rs/anvil-${process.platform === 'win32' ? 'win32' : process.platform}-${
    process.arch === 'x64' ? 'amd64' : process.arch
  }`
  return join(
    resolve(`${name}/package.json`),
    '..',
    'bin',
    process.platform === 'win32' ? 'anvil.exe' : 'anvil',
  )
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
