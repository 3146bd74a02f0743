/**
 * The button on the page: `<billfold-button>`. It draws itself without any framework, so that a page pays for it
 * once. Attributes: `label`, `size="small"`, `balance` (shows the native balance, which is polled then).
 */
import type { Billfold } from './billfold.ts'
import buttonCss from './button.css?inline'
import type { drawAccount as DrawAccount } from './button-account.ts'
import { box, shortAddress } from './button-box.ts'
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
    #balance: Parameters<typeof DrawAccount>[1]
    #drawAccount: typeof DrawAccount | undefined

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      this.#button.type = 'button'
      this.#button.ariaHasPopup = 'dialog'
      this.#button.setAttribute('part', 'button')
      this.#button.addEventListener('click', () => void this.#billfold?.open().catch(console.error))
      this.#button.addEventListener('pointerenter', () => this.#billfold?.preload())
      this.#button.addEventListener('focus', () => this.#billfold?.preload())
      root.append(this.#button)
    }

    connectedCallback(): void {
      this.#stops = [current.subscribe((billfold) => this.#follow(billfold))]
    }

    disconnectedCallback(): void {
      for (const stop of this.#stops.splice(0)) stop()
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
      if (account.status !== 'disconnected' && !this.#drawAccount) this.#loadAccount().catch(() => {})
      const kind = account.status === 'connecting' && account.restoring ? 'restoring' : account.status
      this.#button.className = kind
      this.#button.ariaLabel = kind === 'restoring' ? 'Restoring your wallet' : null
      this.#button.replaceChildren(...this.#content(account, kind))
    }

    #content(account: AccountState, kind: string): (Node | string)[] {
      if (account.status === 'connected') {
        return this.#drawAccount?.(account.address, this.#balance) ?? [shortAddress(account.address)]
      }
      // While restoring, the label only keeps the place.
      return kind === 'connecting'
        ? [box('spinner'), 'Connecting…']
        : [this.getAttribute('label') ?? 'Connect wallet']
    }

    /** How a connected account looks is fetched when somebody connects; until then it is a plain button. */
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
        .subscribe(({ data, status }) => {
          const balance = data ? data.native : status === 'loading' ? 'loading' : undefined
          if (balance === this.#balance) return
          this.#balance = balance
          this.#draw()
        })
    }

    #stopBalance(): void {
      this.#unwatchBalance?.()
      this.#unwatchBalance = this.#watchedAccount = this.#balance = undefined
    }
  }
  customElements.define('billfold-button', BillfoldButton)
}
