/** The modal leaves in a picture of itself: what it was made of is gone at once, and with it whatever it watched. */
import { readTime } from '../base/read-time.ts'

/** @param dialog that is about to be taken away */
export function fadeOut(dialog: HTMLElement): void {
  const duration = readTime(dialog, '--bf-t-entry')
  const card = dialog.querySelector('.card')
  if (duration === 0 || !card) return
  const picture = document.createElement('div')
  picture.className = 'dialog leaving'
  picture.inert = true
  const copy = card.cloneNode(true) as Element
  picture.append(copy)
  dialog.getRootNode().appendChild(picture)
  // A copy starts at the top.
  const copies = copy.querySelectorAll('*')
  for (const [index, { scrollTop }] of card.querySelectorAll('*').entries())
    if (scrollTop > 0) copies[index]!.scrollTop = scrollTop
  setTimeout(() => picture.remove(), duration)
}
