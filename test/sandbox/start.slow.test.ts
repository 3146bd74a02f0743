/** Starting and stopping the sandbox. What it does between, the browser tests show. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startSandbox } from '../../sandbox/start.ts'

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

/** Ids of the processes that this one has started and that still run. */
function readChildren(): string[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
}
