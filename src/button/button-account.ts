/**
 * What the button shows of a connected account: avatar, short address and, where wanted, the balance; on a network that
 * the page does not have only that.
 */
import { box, shortAddress } from './button-box.ts'
import { createAvatar } from '../core/avatar.ts'
import type { ConnectedAccount } from '../connections/account.ts'
import type { CaipAddress } from '../core/caip.ts'
import type { NativeBalance } from '../core/portfolio.ts'
import type { Billfold } from '../shell/billfold.ts'

export { default as accountCss } from './button-account.css?inline'

export interface AccountPart {
  draw(account: ConnectedAccount): (Node | string)[]
  /** Whose balance is shown from now on; it is polled then. Undefined: nobody's. */
  followBalance(billfold?: Billfold, connected?: ConnectedAccount): void
}

/** @param redraw called when the balance has changed. */
export function createAccountPart(redraw: () => void): AccountPart {
  let unwatch: (() => void) | undefined
  let watched: CaipAddress | undefined
  /** Undefined shows none: not wanted, not known, or no coin of the network's own to show. */
  let balance: NativeBalance | 'loading' | undefined

  return {
    draw({ address, unsupported }) {
      if (unsupported) return [box('unsupported', createWarning(), 'Switch network')]
      const short = document.createElement('bdi')
      short.textContent = shortAddress(address)
      const name = box('name', createAvatarImage(address), short)
      if (!balance) return [name]
      const shown = balance === 'loading' ? box('skeleton') : `${balance.text}\u00a0${balance.symbol}`
      return [box('balance', shown), name]
    },
    followBalance(billfold, connected) {
      const account = connected?.unsupported ? undefined : connected?.caipAddress
      if (account === watched) return
      unwatch?.()
      unwatch = balance = undefined
      watched = account
      if (!account) return
      unwatch = billfold?.topic('portfolio', { account }).subscribe(({ data, status }) => {
        const next = data ? data.native : status === 'loading' ? 'loading' : undefined
        if (next === balance) return
        balance = next
        redraw()
      })
    },
  }
}

function createAvatarImage(address: string): SVGElement {
  const { sheet, fold, flap } = createAvatar(address)
  const image = shape('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' })
  image.append(shape('rect', { width: '40', height: '40', fill: sheet }))
  for (const { color, transform, path } of [fold, flap])
    image.append(shape('path', { d: path, transform, fill: color }))
  return image
}

function createWarning(): SVGElement {
  const image = shape('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' })
  image.append(
    shape('path', {
      d: 'M8.7 4.1a1.5 1.5 0 0 1 2.6 0l5.2 9.1a1.5 1.5 0 0 1-1.3 2.3H4.8a1.5 1.5 0 0 1-1.3-2.3zM10 7.9v3.2m0 2v.01',
    }),
  )
  return image
}

function shape(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
