// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Outbox } from '../../../sandbox/demo/outbox.tsx'
import type { Mail } from '../../../sandbox/services/login/mailbox.ts'

test('[V5] the demo outbox shows mailed codes, newest first, and copies a code', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  let deliver: (mail: Mail) => void = () => {}
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const watch = (_: string, listener: (mail: never) => void) => {
    deliver = listener as (mail: Mail) => void
    return () => {}
  }
  await act(async () => root.render(<Outbox sandbox={{ watch }} isAwaited />))
  expect(host.textContent).toContain('No mail yet')

  const first = mail('mara@driftmail.example', 'Your code is 123456. It expires in 20 minutes.', 1)
  await act(async () => deliver(first))
  await act(async () => deliver(mail('theo@driftmail.example', 'Your code is 000042.', 2)))
  const approval = 'Someone is signing in. Approve it here: http://localhost:1/register/100000'
  await act(async () => deliver(mail('wren@driftmail.example', approval, 3)))
  // The stream begins again with what it kept.
  await act(async () => deliver(mail('wren@driftmail.example', approval, 3)))
  const lines = [...host.querySelectorAll('li')]
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'New device for wren@…Approve',
    'Code for theo@…: 000042Copy code',
    'Code for mara@…: 123456Copy code',
  ])
  expect(lines[0]!.querySelector('a')!.href).toBe('http://localhost:1/register/100000')
  await act(async () => lines[1]!.querySelector('button')!.click())
  expect(writeText).toHaveBeenCalledWith('000042')
  expect(lines[1]!.textContent).toContain('Copied')
  await act(async () => root.unmount())
})

function mail(to: string, text: string, time: number): Mail {
  return { to, text, time, subject: '' }
}
