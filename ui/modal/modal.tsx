/**
 * The dialog and its card. While `shell.open` is true, they are in the top layer; else nothing is rendered, so that
 * nothing polls.
 */
import { computed } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { type PointerEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ViewName } from '../../src/shell/routes.ts'
import type { Readable } from '../../src/base/readable.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { askedWallets, isOnPage } from '../../src/wallets/asked-wallets.ts'
import { CardBoundary } from './card-boundary.tsx'
import { fadeOut } from './fade-out.ts'
import { Header } from './header.tsx'
import { lockScroll } from './lock-scroll.ts'
import { PendingView } from './pending-view.tsx'
import { readTime } from '../base/read-time.ts'
import { keepFocus, keepPressed } from './keep-focus.ts'
import { ShellContext } from '../base/shell-context.ts'
import { showDialog } from './show-dialog.ts'
import type { ViewDefinition } from '../base/view.ts'
import { Snackbar } from './snackbar.tsx'
import { useView } from './use-view.ts'
import { watchSize } from '../base/watch-size.ts'
import { addSheet } from '../base/sheets.ts'
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

/**
 * Whether a wallet may show an element in this page: a wallet in this page (such as an extension, not a phone) has an
 * open request of the modal or of the page's own code, or a wallet is asked to switch the network.
 */
function watchAsked({ attempts, switching }: Shell): Readable<boolean> {
  return computed(
    () =>
      askedWallets.value > 0 ||
      switching.value?.status === 'waiting' ||
      attempts.value.some(({ status, connector }) => status === 'waiting' && isOnPage(connector)),
  )
}

/** How long the card shakes. Milliseconds. */
const SHAKE = 500

function Dialog({ shell }: { shell: Shell }) {
  const [isShaken, setShaken] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const opener = getFocused()
    const end = showDialog(element, watchAsked(shell), shell.close)
    const unlock = lockScroll(document)
    return () => {
      // Unlock scrolling first, since this changes the styles of the page. `fadeOut` and `end` force a layout, which
      // then already includes the change.
      unlock()
      fadeOut(element)
      end()
      if (opener?.isConnected) opener.focus({ preventScroll: true })
    }
  }, [shell])

  useEffect(() => {
    if (!isShaken) return undefined
    const timer = setTimeout(() => setShaken(false), SHAKE)
    return () => clearTimeout(timer)
  }, [isShaken])

  /**
   * Closes the modal. Shakes the card instead if a decision is open that an accidental click must not end. A required
   * sign-in always stays open, and returns to its view unless its signature is being approved.
   * @param isMeant whether the person surely meant to close; then only a required sign-in keeps the modal open
   */
  function leave(isMeant?: true): void {
    const { history, current, reset } = shell.router
    const { view } = current.peek()
    const isDecided = view !== 'ApproveTransaction' && history.peek()[0]?.view !== 'UnsupportedChain'
    if (shell.signIn.current?.isHeld()) {
      if (view !== 'SIWXSignMessage' && view !== 'ApproveTransaction') reset('SIWXSignMessage')
      setShaken(true)
    } else if (isDecided || isMeant) shell.close()
    else setShaken(true)
  }

  /**
   * Handles Esc: declines an open approval, since Esc is rarely an accident; else does what a click outside the card
   * does.
   */
  function escape(): void {
    const { current, popTransactionStack } = shell.router
    const isApproval = current.peek().view === 'ApproveTransaction' && !shell.signIn.current?.isHeld()
    if (isApproval) popTransactionStack('cancel')
    else leave()
  }

  return (
    <dialog
      ref={dialog}
      part="dialog"
      className={isShaken ? 'dialog shaken' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        escape()
      }}
      // Browsers may close the dialog without asking: on a second Esc, or on Back on a phone.
      onClose={({ currentTarget }) => {
        if (!shell.open.peek()) return
        leave(true)
        if (shell.open.peek()) currentTarget.showModal()
      }}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={(event) => {
        // Check that the press also began outside: a selection of text may begin in the card and end outside.
        if (event.target === event.currentTarget && pressed.current === event.target) leave()
      }}
    >
      <Card shell={shell} titleId={titleId} onClose={() => leave(true)} />
    </dialog>
  )
}

interface CardProps {
  shell: Shell
  titleId: string
  onClose(): void
}

export function Card(props: CardProps) {
  return (
    <CardBoundary {...props}>
      <ShownCard {...props} />
    </CardBoundary>
  )
}

function ShownCard({ shell, titleId, onClose }: CardProps) {
  useSignals()
  const card = useRef<HTMLDivElement>(null)
  const route = shell.router.current.value
  const { view, data } = route
  const depth = shell.router.history.value.length
  const travel = useTravel(view, depth)
  const { definition, isMissing, retry } = useView(view)
  useHeightMotion(card, definition)

  useEffect(() => keepFocus(card.current!, route), [route])

  function back(): void {
    if (definition?.back) return definition.back(shell)
    definition?.leave?.(shell, data as never)
    shell.router.goBack()
  }

  /** Loads the swipe code when a finger first touches the card. */
  function pull({ currentTarget, target, nativeEvent }: PointerEvent<HTMLElement>): void {
    if ((target as Element).closest('button')) return
    import('./swipe.ts')
      .then(({ swipe }) => swipe(currentTarget, nativeEvent, { close: onClose, open: shell.open }))
      .catch(() => {})
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
      onClickCapture={({ currentTarget, target }) => keepPressed(currentTarget, route, target as Element)}
    >
      <div className="grab" onPointerDown={pull}>
        <Header view={definition} isMissing={isMissing} titleId={titleId} onBack={back} onClose={onClose} />
      </div>
      {/* Messages come before the view: an error takes space of its own there, and covers nothing. */}
      <Snackbar view={definition} />
      <div key={view} className={`view ${travel}`}>
        {definition ? <definition.View data={data as never} /> : <PendingView {...{ isMissing, retry }} />}
      </div>
    </div>
  )
}

type Travel = '' | 'forward' | 'backward'

/** The direction from which the new view enters; empty for the first view, which appears with the card. */
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

/** Animates the card to the height of its new view. While that view loads, the card keeps its height. */
function useHeightMotion(card: RefObject<HTMLElement | null>, definition: ViewDefinition | undefined): void {
  const height = useRef<number | undefined>(undefined)
  useEffect(
    () => watchSize(card.current!, ({ borderBoxSize }) => (height.current = borderBoxSize[0]?.blockSize)),
    [card],
  )
  useLayoutEffect(() => {
    const element = card.current
    const from = height.current
    if (!element || from === undefined) return
    element.style.setProperty('min-height', definition ? '' : `${from}px`)
    const duration = readTime(element, '--bf-t-height')
    const to = element.offsetHeight
    if (from === to || duration === 0 || !element.animate) return
    element.animate([{ height: `${from}px` }, { height: `${to}px` }], {
      duration,
      easing: 'cubic-bezier(.2,.8,.2,1)',
    })
  }, [card, definition])
}

/** The focused element, even if it is inside shadow roots. */
function getFocused(): HTMLElement | undefined {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return focused instanceof HTMLElement && focused !== document.body ? focused : undefined
}
