/**
 * The card as a part of the page, inside the page's own `<billfold-modal>`. It does not trap the focus or lock
 * scrolling. Once opened it stays visible; closing it leads to its home view.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import type { Shell } from '../../src/shell/shell.ts'
import type { MountView } from '../../src/shell/view.ts'
import { Card } from './modal.tsx'
import { createMount } from './mount.tsx'
import { ShellContext } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import css from './embedded.css?inline'

addSheet(css)

const mountCard = createMount(Embedded, false)

export const mountView: MountView = (shell, host, account) => {
  let view = mountCard(shell, host, account)
  const stops = [
    stay(shell),
    watchHost(host, (next) => {
      view.unmount()
      view = mountCard(shell, next, account)
    }),
  ]
  return {
    load: (name) => view.load(name),
    unmount() {
      for (const stop of stops) stop()
      view.unmount()
    },
  }
}

/** Opens an embedded modal again whenever it was closed, at its home view. */
function stay({ open, router }: Shell): () => void {
  let wasOpen = false
  let isStopped = false
  function comeHome(): void {
    if (isStopped || open.peek()) return
    router.goHome()
    open.value = true
  }
  const stop = open.subscribe((isOpen) => {
    if (wasOpen && !isOpen) queueMicrotask(comeHome)
    wasOpen ||= isOpen
  })
  return () => {
    isStopped = true
    stop()
  }
}

/**
 * Calls `onNext` with the next host element when the current host was removed: a single-page app may remove the host
 * with one view, and add another host with the next view. Returns a stop function.
 */
function watchHost(host: HTMLElement, onNext: (host: HTMLElement) => void): () => void {
  let current = host
  const observer = new MutationObserver(() => {
    const next = current.isConnected ? undefined : document.querySelector<HTMLElement>('billfold-modal')
    if (!next || next.shadowRoot?.hasChildNodes()) return
    current = next
    onNext(next)
  })
  observer.observe(document, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function Embedded({ shell }: { shell: Shell }) {
  useSignals()
  const titleId = useId()
  const [wasOpen, setWasOpen] = useState(false)
  if (shell.open.value && !wasOpen) setWasOpen(true)
  return (
    <ShellContext.Provider value={shell}>
      {wasOpen && (
        <section
          ref={leaveFocus}
          className="embedded"
          onFocusCapture={({ currentTarget }) => findCard(currentTarget)?.setAttribute('tabindex', '-1')}
          // Keep touches from the swipe code, so that a finger scrolls the page: an embedded card cannot be pulled
          // down.
          onPointerDownCapture={(event) => event.stopPropagation()}
        >
          <Card shell={shell} titleId={titleId} onClose={() => isHeld(shell) || shell.close()} />
        </section>
      )}
    </ShellContext.Provider>
  )
}

/** Whether a person is approving the signature of a required sign-in. */
function isHeld({ router, signIn }: Shell): boolean | undefined {
  return router.current.peek().view === 'ApproveTransaction' && signIn.current?.isHeld()
}

/** Makes the card unfocusable, so that the page keeps the focus until a person moves it into the card. */
function leaveFocus(section: HTMLElement | null): void {
  if (section) findCard(section)?.removeAttribute('tabindex')
}

function findCard(section: HTMLElement): Element | null {
  return section.querySelector('.card')
}
