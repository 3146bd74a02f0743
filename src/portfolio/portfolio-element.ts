/** `<billfold-portfolio>`: draws the portfolio of its property `portfolio`, by default the newest. */
import { loadLanguage } from '../base/language.ts'
import { getRetryPause } from '../core/base/retry-pause.ts'
import { texts } from './texts.ts'
import { type DrawnPortfolio, newest, type Portfolio } from './create-portfolio.ts'

/** @see definePortfolio */
export interface PortfolioElement extends HTMLElement {
  /** The portfolio to draw. Default: the newest one. */
  portfolio: Portfolio | undefined
}

const NAME = 'billfold-portfolio'

/** Defines `<billfold-portfolio>` once. Does nothing on a server. */
export function definePortfolio(): void {
  if (typeof customElements === 'undefined' || customElements.get(NAME)) return

  class BillfoldPortfolio extends HTMLElement implements PortfolioElement {
    #own: Portfolio | undefined
    #stop = () => {}
    /** Removes the drawing, or cancels its loading. */
    #end = () => {}
    #drawn: DrawnPortfolio | undefined

    get portfolio(): Portfolio | undefined {
      return this.#own ?? newest.peek()
    }

    set portfolio(portfolio: Portfolio | undefined) {
      this.#own = portfolio
      if (this.isConnected) this.#follow()
    }

    connectedCallback(): void {
      this.#stop = newest.subscribe(() => this.#follow())
    }

    disconnectedCallback(): void {
      this.#stop()
      this.#draw(undefined)
    }

    #follow(): void {
      this.#draw(this.portfolio as DrawnPortfolio | undefined)
    }

    #draw(portfolio: DrawnPortfolio | undefined): void {
      if (portfolio === this.#drawn) return
      this.#end()
      this.#drawn = portfolio
      this.#end = portfolio ? drawIn(this, portfolio) : () => {}
    }
  }
  customElements.define(NAME, BillfoldPortfolio)
}

/** Loads the code and draws the portfolio. Retries a failed download. Returns a stop function. */
function drawIn(host: HTMLElement, portfolio: DrawnPortfolio): () => void {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const alert = document.createElement('p')
  alert.role = 'alert'
  let unmount = () => {}
  let isEnded = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  async function draw(): Promise<void> {
    try {
      const [{ mountPortfolio }, data] = await Promise.all([
        import('#portfolio'),
        portfolio.loadData(),
        loadLanguage(),
      ])
      if (isEnded) return
      alert.remove()
      unmount = mountPortfolio(portfolio, data, host)
    } catch {
      if (isEnded) return
      failures += 1
      alert.textContent = texts.notLoaded
      shadow.append(alert)
      retry = setTimeout(() => void draw(), getRetryPause(failures))
    }
  }
  void draw()
  return () => {
    isEnded = true
    clearTimeout(retry)
    alert.remove()
    unmount()
  }
}
