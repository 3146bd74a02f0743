/** What the button shows of a connected account: avatar, short address and, where wanted, the balance. */
import accountCss from './button-account.css?inline'
import { box } from './button-box.ts'
import { createAvatar } from './core/avatar.ts'
import type { NativeBalance } from './core/portfolio.ts'

export const sheet = new CSSStyleSheet()
sheet.replaceSync(accountCss)

/** @param native undefined while it is not known. */
export function drawAccount(
  address: string,
  withBalance: boolean,
  native: NativeBalance | undefined,
): Node[] {
  const short = document.createElement('bdi')
  short.textContent = `${address.slice(0, 6)}…${address.slice(-4)}`
  const name = box('name', createAvatarImage(address), short)
  if (!withBalance) return [name]
  return [box('balance', native ? `${native.text}\u00a0${native.symbol}` : box('bone')), name]
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
