/**
 * The button on the page: `<billfold-button>`. It draws itself without any framework, so that a page pays for it
 * once. Attributes: `label`, `size="small"`, `balance` (shows the native balance, which is polled then).
 */
import type { Billfold } from './billfold.ts'
import buttonCss from './button.css?inline'
import type { NativeBalance } from './core/portfolio.ts'
import type { drawAccount as DrawAccount } from './button-account.ts'
import { box } from './button-box.ts'
import { current } from './current.ts'
import type { AccountState } from './shell.ts'

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
    #drawAccount: typeof DrawAccount | undefined

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      this.#button.type = 'button'
      this.#button.ariaHasPopup = 'dialog'
      this.#button.part.add('button')
      this.#button.addEventListener('click', () => void this.#billfold?.open().catch(console.error))
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
      if (!billfold) return this.#draw()
      this.#stops.push(
        billfold.subscribe(
          (state) => state,
          () => this.#draw(),
        ),
      )
    }

    #draw(): void {
      const account: AccountState = this.#billfold?.account.peek() ?? { status: 'disconnected' }
      this.dataset.theme = this.#billfold?.theme.peek() ?? 'dark'
      this.#followBalance(account)
      if (account.status === 'connected' && !this.#drawAccount) this.#loadAccount().catch(() => {})
      const kind = account.status === 'connecting' && account.restoring ? 'restoring' : account.status
      this.#button.className = kind
      this.#button.replaceChildren(...this.#content(account, kind))
    }

    #content(account: AccountState, kind: string): (Node | string)[] {
      this.#button.ariaLabel = kind === 'restoring' ? 'Restoring your wallet' : null
      if (account.status === 'connected' && this.#drawAccount) {
        return this.#drawAccount(account.address, this.hasAttribute('balance'), this.#native)
      }
      // While restoring, the label only keeps the place.
      return kind === 'connecting'
        ? [box('spinner'), 'Connecting…']
        : [this.getAttribute('label') ?? 'Connect wallet']
    }

    /** How a connected account looks is fetched when somebody connects. */
    async #loadAccount(): Promise<void> {
      const { drawAccount, sheet: accountSheet } = await import('./button-account.ts')
      this.shadowRoot!.adoptedStyleSheets = [sheet, accountSheet]
      this.#drawAccount = drawAccount
      this.#draw()
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
