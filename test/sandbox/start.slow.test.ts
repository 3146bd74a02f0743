/** Starting and stopping the sandbox. What it does between, the browser tests show. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startSandbox } from '../../sandbox/start.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('a stopped sandbox leaves no open port behind', async () => {
  const other = await startSandbox()
  await other.stop()
  const urls = [...Object.values(other.urls), ...(other.solana ? [other.solana.rpc] : [])]
  for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed')
})

it.runIf(process.platform === 'linux')('a stopped sandbox leaves no process behind', async () => {
  const before = readChildren()
  const other = await startSandbox()
  expect(readChildren()).toHaveLength(before.length + 2)
  await other.stop()
  expect(readChildren()).toEqual(before)
})

it('the demo ends before building anything if its port is taken, and says which port and what to do', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { code, out, problem } = await runDemo({ PORT: `${port}` })
  server.close()
  expect(code).toBe(1)
  expect(problem).toBe(
    `Port ${port} is taken. Stop what uses it, or let the demo choose: PORT=0 npm run demo\n`,
  )
  expect(out).toBe('')
})

/** Ids of the processes that this one has started and that still run. */
function readChildren(): string[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
}

async function runDemo(
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; problem: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  let out = ''
  let problem = ''
  child.stdout.on('data', (data) => (out += String(data)))
  child.stderr.on('data', (data) => (problem += String(data)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, problem }
}
