/** Reads the message above the card: title and detail. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Shell } from '../../src/shell/shell.ts'
import { ShellContext } from '../../ui/base/shell-context.ts'
import { Message } from '../../ui/modal/snack-message.tsx'

/** Undefined without a message. */
export function readSnack(shell: Shell): { title: string; detail?: string } | undefined {
  const snack = shell.snacks.current.peek()
  if (!snack) return undefined
  const place = document.createElement('div')
  const message = createElement(Message, { snack, waiting: 0 })
  place.innerHTML = renderToStaticMarkup(createElement(ShellContext.Provider, { value: shell }, message))
  const [title, detail] = ['b', 'p'].map((name) => place.querySelector(name)?.textContent)
  return { title: title ?? '', ...(detail && { detail }) }
}
