/** Measures the memory of a page's workers. */
import type { CDPSession } from 'playwright-core'

/** MB per dedicated worker after a garbage collection, typed arrays included. */
export async function readWorkerHeaps(cdp: CDPSession): Promise<number[]> {
  const sessions: string[] = []
  const note = ({ sessionId, targetInfo }: { sessionId: string; targetInfo: { type: string } }) => {
    if (targetInfo.type === 'worker') sessions.push(sessionId)
  }
  cdp.on('Target.attachedToTarget', note)
  // Resolves after the events of all running workers.
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

/** Bytes; `backingStorageSize` is for typed arrays and absent in older browsers. */
interface HeapUsage {
  usedSize: number
  backingStorageSize?: number
}
