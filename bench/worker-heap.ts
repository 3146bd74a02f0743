/** What the workers of a page hold. */
import type { CDPSession } from 'playwright-core'

/** After a collection, arrays of numbers included. MB, one figure for each dedicated worker. */
export async function readWorkerHeaps(cdp: CDPSession): Promise<number[]> {
  const sessions: string[] = []
  const note = ({ sessionId, targetInfo }: { sessionId: string; targetInfo: { type: string } }) => {
    if (targetInfo.type === 'worker') sessions.push(sessionId)
  }
  cdp.on('Target.attachedToTarget', note)
  // The answer comes after the events of all workers that run already.
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  cdp.off('Target.attachedToTarget', note)
  const heaps = []
  for (const sessionId of sessions) heaps.push(await readHeap(cdp, sessionId))
  await cdp.send('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: false })
  return heaps
}

async function readHeap(cdp: CDPSession, sessionId: string): Promise<number> {
  const send = (id: number, method: string) =>
    new Promise<HeapUsage>((resolve, reject) => {
      const read = (event: { sessionId: string; message: string }) => {
        const answer = JSON.parse(event.message) as { id?: number; result?: HeapUsage; error?: object }
        if (event.sessionId !== sessionId || answer.id !== id) return
        cdp.off('Target.receivedMessageFromTarget', read)
        if (answer.result) resolve(answer.result)
        else reject(new Error(JSON.stringify(answer.error)))
      }
      cdp.on('Target.receivedMessageFromTarget', read)
      const message = JSON.stringify({ id, method })
      cdp.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  await send(1, 'HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = await send(2, 'Runtime.getHeapUsage')
  return (usedSize + backingStorageSize) / 2 ** 20
}

/** Bytes; the second is of arrays of numbers, which older browsers leave out. */
interface HeapUsage {
  usedSize: number
  backingStorageSize?: number
}
