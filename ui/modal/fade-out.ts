/** Fades out a copy of the modal, so that the modal itself and its subscriptions can end at once. */
import { readTime } from '../base/read-time.ts'

/** @param dialog the dialog, which is removed right after this call */
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
  // Copied elements are not scrolled, so scroll them like the originals.
  const copies = copy.querySelectorAll('*')
  for (const [index, { scrollTop }] of card.querySelectorAll('*').entries())
    if (scrollTop > 0) copies[index]!.scrollTop = scrollTop
  setTimeout(() => picture.remove(), duration)
}
