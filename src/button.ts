/**
 * The button on the page: `<billfold-button>`. It draws itself without any framework, so that a page pays for it
 * once. Attributes: `label`, `size="small"`, `balance` (shows the native balance, which is polled then).
 */
import type { Billfold } from './billfold.ts'
import buttonCss from './button.css?inline'
import { createAvatar } from './core/avatar.ts'
import type { NativeBalance } from './core/portfolio.ts'
import { current } from './current.ts'
import type { AccountState, Readable } from './shell.ts'

/** Defines `<billfold-button>` once; harmless on a server. */
export function defineButton(): void {
  if (typeof customElements === 'undefined' || customElements.get('billfold-button')) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(buttonCss)

  class BillfoldButton extends HTMLElement {
    static readonly observedAttributes = ['label', 'size', 'balance']
    readonly #button = document.createElement('button')
    #stops: (() => void)[] = []
    #billfold: Billfold | undefined
    #unwatchBalance: (() => void) | undefined
    #watchedAccount: string | undefined
    #native: NativeBalance | undefined

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      this.#button.type = 'button'
      this.#button.part.add('button')
      this.#button.addEventListener('click', () => void this.#billfold?.open().catch(() => {}))
      this.#button.addEventListener('pointerenter', () => this.#billfold?.preload())
      this.#button.addEventListener('focus', () => this.#billfold?.preload())
      root.append(this.#button)
    }

    connectedCallback(): void {
      this.#stops = [current.subscribe((billfold) => this.#follow(billfold))]
    }

    disconnectedCallback(): void {
      for (const stop of this.#stops) stop()
      this.#stops = []
      this.#stopBalance()
    }

    attributeChangedCallback(): void {
      this.#draw()
    }

    #follow(billfold: Billfold | undefined): void {
      for (const stop of this.#stops.splice(1)) stop()
      this.#billfold = billfold
      this.#draw()
      if (!billfold) return
      const redraw = () => this.#draw()
      for (const part of [billfold.account, billfold.theme] as Readable<unknown>[]) {
        this.#stops.push(part.subscribe(redraw))
      }
    }

    #draw(): void {
      const account: AccountState = this.#billfold?.account.peek() ?? { status: 'disconnected' }
      this.dataset.theme = this.#billfold?.theme.peek() ?? 'dark'
      this.#followBalance(account)
      const kind = account.status === 'connecting' && account.restoring ? 'restoring' : account.status
      this.#button.className = kind
      this.#button.setAttribute('aria-haspopup', 'dialog')
      this.#button.toggleAttribute('aria-busy', kind === 'restoring')
      this.#button.replaceChildren(...this.#content(account, kind))
    }

    #content(account: AccountState, kind: string): (Node | string)[] {
      if (account.status === 'connected') {
        const short = `${account.address.slice(0, 6)}…${account.address.slice(-4)}`
        const name = box('name', createAvatarImage(account.address), text('bdi', short))
        const native = this.#native
        const balance = this.hasAttribute('balance')
          ? [box('balance', native ? text('span', `${native.text}\u00a0${native.symbol}`) : box('bone'))]
          : []
        return [...balance, name]
      }
      if (kind === 'restoring') {
        this.#button.ariaLabel = 'Restoring your wallet'
        return [box('disc'), box('bone')]
      }
      this.#button.ariaLabel = null
      if (kind === 'connecting') return [box('spinner'), 'Connecting…']
      return [this.getAttribute('label') ?? 'Connect wallet']
    }

    /** The balance is polled only where the page asked for it. */
    #followBalance(account: AccountState): void {
      const wanted = this.hasAttribute('balance') && this.isConnected && account.status === 'connected'
      const accountId = wanted ? account.accountId : undefined
      if (accountId === this.#watchedAccount) return
      this.#stopBalance()
      this.#watchedAccount = accountId
      if (!accountId) return
      this.#unwatchBalance = this.#billfold
        ?.topic('portfolio', { account: accountId })
        .subscribe(({ data }) => {
          if (data?.native?.text === this.#native?.text) return
          this.#native = data?.native
          this.#draw()
        })
    }

    #stopBalance(): void {
      this.#unwatchBalance?.()
      this.#unwatchBalance = undefined
      this.#watchedAccount = undefined
      this.#native = undefined
    }
  }
  customElements.define('billfold-button', BillfoldButton)
}

function box(className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.append(...children)
  return element
}

function text(tag: string, content: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = content
  return element
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
