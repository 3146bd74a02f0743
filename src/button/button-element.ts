/**
 * The button on the page: `<billfold-button>`, drawn without a framework to keep its code small. Attributes: `label`,
 * `size="small"`, `balance` (shows the native balance and pending payments, and polls both).
 */
import type { Billfold } from '../shell/billfold.ts'
import buttonCss from './button.css?inline'
import type { AccountPart } from './button-account.ts'
import { shortAddress } from '../core/chains/address.ts'
import { hasCode } from '../core/base/errors.ts'
import { texts } from './texts.ts'
import { addStyles } from '../base/add-styles.ts'
import { language } from '../base/language.ts'
import { instances } from '../shell/instances.ts'
import type { AccountState } from '../wallets/account.ts'

/** Defines `<billfold-button>` once. Does nothing on a server. */
export function defineButton(): void {
  if (typeof customElements === 'undefined' || customElements.get('billfold-button')) return

  class BillfoldButton extends HTMLElement {
    static readonly observedAttributes = ['label', 'size', 'balance']
    readonly #button = document.createElement('button')
    #stops: (() => void)[] = []
    #billfold: Billfold | undefined
    /**
     * Whether the button was pressed before a Billfold existed. A page that a server rendered shows the button before
     * its scripts create the Billfold.
     */
    #isPressed = false
    #part: AccountPart | undefined
    /** The message that the modal's code could not be loaded. */
    #alert: HTMLElement | undefined
    #presses = 0
    #unfollow = () => {}

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open' })
      addStyles(root, buttonCss)
      this.#button.ariaHasPopup = 'dialog'
      this.#button.part = 'button'
      this.#button.onclick = () => this.#open()
      this.#button.onpointerenter = this.#button.onfocus = () => this.#prepare()
      root.append(this.#button)
    }

    connectedCallback(): void {
      this.#stops = [
        instances.subscribe((all) => this.#follow(all.at(-1))),
        language.subscribe(() => this.#draw()),
      ]
    }

    disconnectedCallback(): void {
      for (const stop of this.#stops.splice(0)) stop()
      this.#unfollow()
      this.#part?.follow()
    }

    attributeChangedCallback(): void {
      this.#draw()
    }

    #open(): void {
      this.#isPressed = !this.#billfold
      const press = (this.#presses += 1)
      if (this.#alert) this.#setAlert(undefined)
      this.#billfold?.open().catch((error: unknown) => {
        console.error(error)
        // The modal cannot report that its own code is missing.
        if (press === this.#presses && hasCode(error, 'code_missing'))
          this.#setAlert(createAlert(texts.notLoaded))
      })
    }

    #setAlert(alert: HTMLElement | undefined): void {
      this.#alert = alert
      this.#draw()
    }

    /** Loads the modal ahead of time, when the pointer or the focus reaches the button. */
    #prepare(): void {
      if (this.#billfold?.prefetch !== 'none') this.#billfold?.preload()
    }

    #follow(billfold: Billfold | undefined): void {
      this.#unfollow()
      this.#billfold = billfold
      this.#part?.follow()
      if (!billfold) return this.#draw()
      if (this.#isPressed) this.#open()
      const stop = billfold.subscribe(
        (state) => state,
        () => this.#draw(),
      )
      this.#unfollow = () => {
        this.#unfollow = () => {}
        stop()
      }
    }

    #draw(): void {
      const account: AccountState = this.#billfold?.account.peek() ?? { status: 'disconnected' }
      this.dataset.theme = this.#billfold?.themeMode.peek() ?? 'dark'
      // The balance is polled only with the attribute `balance`.
      this.#part?.follow(this.#billfold, this.isConnected && account, this.hasAttribute('balance'))
      if (account.status !== 'disconnected' && !this.#part) this.#loadAccount().catch(() => {})
      const kind = account.status === 'connecting' && account.restoring ? 'restoring' : account.status
      // Show no text until its language is loaded.
      const isLoading = language.peek().isLoading && !this.hasAttribute('label')
      this.#button.className = isLoading && kind === 'disconnected' ? 'restoring' : kind
      this.#button.ariaLabel = kind === 'restoring' ? texts.restoring : null
      this.#button.replaceChildren(...this.#content(account, kind))
    }

    #content(account: AccountState, kind: string): (Node | string)[] {
      if (this.#alert && account.status === 'disconnected' && !this.#billfold?.isOpen.peek())
        return [this.#alert]
      this.#alert = undefined
      const drawn = this.#part?.draw(account, this.#button)
      if (drawn) return drawn
      if (account.status === 'connected') return [shortAddress(account.address)]
      // While a session is being restored, the label is transparent: it only keeps the button's width.
      return [kind === 'connecting' ? texts.connecting : (this.getAttribute('label') ?? texts.connect)]
    }

    /** Loads the code that draws an account. Until it is loaded, the button shows only text. */
    async #loadAccount(): Promise<void> {
      const { createAccountPart, accountCss } = await import('./button-account.ts')
      if (this.#part) return
      addStyles(this.shadowRoot!, accountCss)
      this.#part = createAccountPart(() => this.#draw())
      this.#draw()
    }
  }
  customElements.define('billfold-button', BillfoldButton)
}

/** An alert, which screen readers announce when it appears. */
function createAlert(text: string): HTMLElement {
  const alert = document.createElement('span')
  alert.role = 'alert'
  alert.textContent = text
  return alert
}
