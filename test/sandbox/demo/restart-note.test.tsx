// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { RestartNote } from '../../../sandbox/demo/restart-note.tsx'
import { createFeed } from '../../../sandbox/services/event-stream.ts'
import type { Restart } from '../../../sandbox/services/restarts.ts'

test('[V4] the demo panel says which service was restarted, and when', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: new Date(2026, 0, 2, 12, 3), toFake: ['Date'] })
  const restarts = createFeed<Restart>()
  const watch = (_: string, listener: (value: never) => void) =>
    restarts.follow(listener as Parameters<typeof restarts.follow>[0])
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () => root.render(<RestartNote sandbox={{ watch }} />))
  expect(host.textContent).toBe('')
  await act(async () => restarts.add({ service: 'Solana', time: Date.now() }))
  expect(host.textContent).toBe('Solana was restarted at 12:03')
  await act(async () => root.unmount())
  vi.useRealTimers()
})
