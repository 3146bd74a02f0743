/**
 * The dialog and its card. It stands in the top layer while `shell.open` is true and holds nothing while it is
 * false, so that nobody looking means nothing polled.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ViewName } from '../src/shell/routes.ts'
import type { Shell } from '../src/shell/shell.ts'
import { CardBoundary } from './card-boundary.tsx'
import { Snackbar } from './components/snackbar.tsx'
import { fadeOut } from './fade-out.ts'
import { Header } from './header.tsx'
import { lockScroll } from './lock-scroll.ts'
import { readTime } from './read-time.ts'
import { ShellContext } from './shell-context.ts'
import { showDialog } from './show-dialog.ts'
import type { ViewDefinition } from './view.ts'
import { useSwipe } from './use-swipe.ts'
import { getView, loadView, loadViews } from './views.ts'
import { addSheet } from './sheets.ts'
import css from './modal.css?inline'

addSheet(css)

export function Modal({ shell }: { shell: Shell }) {
  useSignals()
  return (
    <ShellContext.Provider value={shell}>
      {shell.open.value && <Dialog shell={shell} />}
    </ShellContext.Provider>
  )
}

function Dialog({ shell }: { shell: Shell }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const opener = getFocused()
    const end = showDialog(element, shell.close)
    const unlock = lockScroll(document)
    return () => {
      // First, or the page would be laid out for each of them: both of the others look for the focus.
      unlock()
      fadeOut(element)
      end()
      if (opener?.isConnected) opener.focus({ preventScroll: true })
    }
  }, [shell])

  return (
    <dialog
      ref={dialog}
      part="dialog"
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        shell.close()
      }}
      // A browser may end the dialog without asking (a second Esc, Back on a phone).
      onClose={() => shell.open.peek() && shell.close()}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={(event) => {
        // A text selection that ends outside of the card is not a click outside.
        if (event.target === event.currentTarget && pressed.current === event.target) shell.close()
      }}
    >
      <CardBoundary shell={shell} titleId={titleId}>
        <Card shell={shell} titleId={titleId} />
      </CardBoundary>
    </dialog>
  )
}

function Card({ shell, titleId }: { shell: Shell; titleId: string }) {
  useSignals()
  const card = useRef<HTMLDivElement>(null)
  const { view, data } = shell.router.current.value
  const depth = shell.router.history.value.length
  const travel = useTravel(view, depth)
  const definition = useView(view)
  const swipe = useSwipe(shell.close, () => shell.open.peek())
  useHeightMotion(card, view)

  // What had the focus may be gone with the old view.
  useEffect(() => {
    const root = card.current?.getRootNode() as ShadowRoot | undefined
    if (!root?.activeElement) card.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- after each change of view
  }, [view])

  function back(): void {
    definition?.leave?.(shell, data as never)
    shell.router.goBack()
  }

  return (
    <div
      ref={card}
      className={definition?.fills?.(shell) ? 'card tall' : 'card'}
      part="card"
      tabIndex={-1}
      role="group"
      aria-labelledby={titleId}
      data-view={view}
    >
      <div className="grab" {...swipe}>
        <Header view={definition} titleId={titleId} onBack={back} />
      </div>
      <div key={view} className={`view ${travel}`}>
        {definition && <definition.View data={data as never} />}
      </div>
      <Snackbar />
    </div>
  )
}

/** Undefined while its code is fetched. Throws what kept it away: the card says so, and tries again. */
function useView(name: ViewName): ViewDefinition | undefined {
  const [result, setResult] = useState<{ name: ViewName; error?: unknown }>()
  const view = getView(name) as ViewDefinition | undefined
  const next = view?.next
  useEffect(() => {
    let isWanted = !getView(name)
    const end = (ended: { name: ViewName; error?: unknown }) => isWanted && setResult(ended)
    loadView(name).then(
      () => end({ name }),
      (error: unknown) => end({ name, error }),
    )
    // What cannot be fetched now is fetched when it is needed.
    if (next) loadViews(next).catch(() => {})
    return () => void (isWanted = false)
  }, [name, next])
  if (!view && result?.name === name && result.error !== undefined) throw result.error
  return view
}

type Travel = '' | 'forward' | 'backward'

/** Which way the new view comes from; nothing for the first one, which enters with the card. */
function useTravel(view: ViewName, depth: number): Travel {
  const [last, setLast] = useState<{ view: ViewName; depth: number; travel: Travel }>({
    view,
    depth,
    travel: '',
  })
  if (last.view === view) return last.travel
  const travel = depth < last.depth ? 'backward' : 'forward'
  setLast({ view, depth, travel })
  return travel
}

/** The card grows or shrinks to its new view. */
function useHeightMotion(card: RefObject<HTMLElement | null>, view: ViewName): void {
  const height = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(([entry]) => {
      height.current = entry?.borderBoxSize[0]?.blockSize
    })
    if (card.current) observer.observe(card.current)
    return () => observer.disconnect()
  }, [card])
  useLayoutEffect(() => {
    const element = card.current
    const from = height.current
    if (!element || from === undefined) return
    const duration = readTime(element, '--bf-t-height')
    const to = element.offsetHeight
    if (from === to || duration === 0 || !element.animate) return
    element.animate([{ height: `${from}px` }, { height: `${to}px` }], {
      duration,
      easing: 'cubic-bezier(.2,.8,.2,1)',
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- after each change of view
  }, [card, view])
}

/** The element that has the focus, through shadow roots. */
function getFocused(): HTMLElement | undefined {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return focused instanceof HTMLElement && focused !== document.body ? focused : undefined
}
