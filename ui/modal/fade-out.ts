/** Fades out a copy of the modal, so that the original and its subscriptions can be removed at once. */
import { readTime } from '../base/read-time.ts'

/** @param dialog about to be removed */
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
  // A copied element starts at scroll position 0.
  const copies = copy.querySelectorAll('*')
  for (const [index, { scrollTop }] of card.querySelectorAll('*').entries())
    if (scrollTop > 0) copies[index]!.scrollTop = scrollTop
  setTimeout(() => picture.remove(), duration)
}
