/**
 * The part of the panel that stays visible while Billfold is open. Billfold's dialog dims the page, so this part moves
 * above the dialog: at its own position, or at the upper edge on narrow screens. Where it would cover the dialog's
 * card, it shrinks to a thin line.
 */
import type { Billfold } from 'billfold'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

export function Live({ billfold, children }: { billfold: Billfold; children: ReactNode }): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const lifted = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = lifted.current!
    let frame = 0
    // The card's height differs between views.
    const sizes = new ResizeObserver(shrink)
    function shrink(): void {
      const card = getCard()
      if (!card || !element.popover) return
      delete element.dataset['thin']
      if (overlap(element.getBoundingClientRect(), card.getBoundingClientRect())) element.dataset['thin'] = ''
    }

    function lift(): void {
      // Wait for Billfold's dialog: the newest element of the top layer is on top.
      if (!isDialogShown()) return void (frame = requestAnimationFrame(lift))
      if (!('showPopover' in element) || element.matches(':popover-open')) return
      put(place.current!, element)
      element.popover = 'manual'
      element.showPopover()
      sizes.observe(getCard()!)
    }
    function lower(): void {
      cancelAnimationFrame(frame)
      if (element.popover) element.popover = null
      sizes.disconnect()
      place.current!.style.height = ''
    }
    const onResize = () => {
      if (!element.popover) return
      put(place.current!, element)
      shrink()
    }
    // Forward a press to the button at its position: the modal dialog makes the page inert.
    function onClick(event: MouseEvent): void {
      if (!element.popover || element.contains(event.target as Node)) return
      const pressed = Array.from(element.querySelectorAll<HTMLElement>('.outbox .go')).find((button) =>
        isIn(button.getBoundingClientRect(), event),
      )
      if (!pressed) return
      event.stopImmediatePropagation()
      pressed.click()
    }
    window.addEventListener('click', onClick, true)
    window.addEventListener('resize', onResize)
    const stop = billfold.isOpen.subscribe((isOpen) => (isOpen ? lift() : lower()))
    return () => {
      stop()
      lower()
      window.removeEventListener('click', onClick, true)
      window.removeEventListener('resize', onResize)
    }
  }, [billfold])

  return (
    <div className="live-place" ref={place}>
      <div className="live" ref={lifted}>
        {children}
      </div>
    </div>
  )
}

/** Places the element over its own position and inside the viewport. The original position keeps its height. */
function put(place: HTMLElement, element: HTMLElement): void {
  const { left, top, width, height } = place.getBoundingClientRect()
  place.style.height = `${height}px`
  element.style.setProperty('--left', `${left}px`)
  element.style.setProperty('--top', `${Math.max(0, Math.min(top, innerHeight - height))}px`)
  element.style.setProperty('--width', `${width}px`)
  element.style.setProperty('--height', `${height}px`)
}

function isIn({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean {
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

function isDialogShown(): boolean {
  return !!findInModal('dialog[open]')
}

function getCard(): HTMLElement | null | undefined {
  return findInModal('.card')
}

function findInModal(selector: string): HTMLElement | null | undefined {
  return document.querySelector('billfold-modal')?.shadowRoot?.querySelector<HTMLElement>(selector)
}
