/** `npm run demo` as somebody starts it. */
import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('says in one sentence which port is taken and what to do, before anything is built', async () => {
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
