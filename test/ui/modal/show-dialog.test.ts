// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageSignal } from '../../../src/base/page-signal.ts'
import { showDialog } from '../../../ui/modal/show-dialog.ts'

let stop: () => void
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  document.body.replaceChildren()
  vi.useRealTimers()
})

/** The modal with one button, while a wallet has an open request and shows a panel. */
async function openBelowPanel() {
  const host = document.createElement('billfold-modal')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = '<dialog><div class="card" tabindex="-1"><button>Cancel</button></div></dialog>'
  document.body.append(host)
  const card = root.querySelector<HTMLElement>('.card')!
  const isAsked = createPageSignal(false)
  stop = showDialog(root.querySelector('dialog')!, isAsked, () => {})
  root.querySelector('button')!.focus()
  isAsked.value = true
  const panel = document.createElement('wallet-panel')
  panel.style.cssText = 'display: block; visibility: visible'
  document.body.append(panel)
  const settle = () => vi.advanceTimersByTimeAsync(500)
  await settle()
  expect(root.querySelector('dialog')!.dataset['aside']).toBe('')
  return { root, card, isAsked, panel, settle }
}

test('[D42] when the wallet’s panel closes, the modal leaves the focus on a button of a new view that already has the focus', async () => {
  const { root, card, isAsked, panel, settle } = await openBelowPanel()
  card.innerHTML = '<button>Sign again</button>'
  card.querySelector('button')!.focus()
  panel.remove()
  isAsked.value = false
  await settle()
  expect(root.querySelector('dialog')!.dataset['aside']).toBeUndefined()
  expect(root.activeElement).toBe(card.querySelector('button'))
})

test('[D42] when the wallet’s panel closes, the modal focuses the button that had the focus before the panel opened', async () => {
  const { root, isAsked, panel, settle } = await openBelowPanel()
  panel.tabIndex = 0
  panel.focus()
  panel.remove()
  isAsked.value = false
  await settle()
  expect(root.activeElement).toBe(root.querySelector('button'))
})
