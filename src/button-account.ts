/** What the button shows of a connected account: avatar, short address and, where wanted, the balance. */
import accountCss from './button-account.css?inline'
import { box, shortAddress } from './button-box.ts'
import { createAvatar } from './core/avatar.ts'
import type { NativeBalance } from './core/portfolio.ts'

export const sheet = new CSSStyleSheet()
sheet.replaceSync(accountCss)

/** @param balance undefined shows none: not wanted, not known, or no coin of the network's own to show. */
export function drawAccount(address: string, balance: NativeBalance | 'loading' | undefined): Node[] {
  const short = document.createElement('bdi')
  short.textContent = shortAddress(address)
  const name = box('name', createAvatarImage(address), short)
  if (!balance) return [name]
  const shown = balance === 'loading' ? box('bone') : `${balance.text}\u00a0${balance.symbol}`
  return [box('balance', shown), name]
}

function createAvatarImage(address: string): SVGElement {
  const { sheet, fold, flap } = createAvatar(address)
  const image = shape('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' })
  image.append(shape('rect', { width: '40', height: '40', fill: sheet }))
  for (const { color, transform, path } of [fold, flap])
    image.append(shape('path', { d: path, transform, fill: color }))
  return image
}

function shape(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
