/** A wallet that shows its question in an element of the page, and a wallet directory, for pages with dialogs. */
const wallets = Array.from({ length: 40 }, (_, place) => ({
  id: `wallet-${place}`,
  name: `Wallet ${place}`,
  mobile_link: `wallet${place}://`,
  chains: ['eip155:1'],
  rdns: null,
}))

/** Response to `getWallets`. */
export const directory = { count: wallets.length, data: wallets }

/** Styles of the wallet's element. */
export const ways = {
  'on top': 'position:fixed;inset:0;z-index:2147483647;background:white',
  'in a corner': 'position:fixed;inset-block-end:10px;inset-inline-end:10px;z-index:1000',
  'with a low z-index': 'position:fixed;inset:40px;z-index:1',
  'without a z-index': 'position:absolute;inset:40px',
}

export interface Asking {
  style: string
  /** How the wallet adds its element to the page. */
  how: string
}

declare global {
  interface Window {
    /** Changes how the wallet asks, and forgets its permission. */
    askBy?: (asking: Asking) => void
  }
}

/**
 * Runs in the page: announces the wallet Embedded, which asks for accounts in an element. If the wallet exists, only
 * changes how it asks.
 */
export function addWallet(asking: Asking): void {
  if (window.askBy) return window.askBy(asking)
  let { how, style } = asking
  let accounts: string[] = []
  let box: HTMLElement | undefined
  function createBox(): HTMLElement {
    const element = document.createElement('div')
    element.id = 'wallet'
    element.style.cssText = style
    const inner = '<input id="pin"><button id="approve">Approve</button>'
    if (how === 'shadow') element.attachShadow({ mode: 'open' }).innerHTML = inner
    else element.innerHTML = inner
    return element
  }
  window.askBy = (next) => {
    ;({ how, style } = next)
    box?.remove()
    box = undefined
    accounts = []
    if (how !== 'kept') return
    box = createBox()
    box.hidden = true
    box.style.display = 'none'
    document.body.prepend(box)
  }
  async function request({ method }: { method: string }): Promise<unknown> {
    if (method === 'eth_accounts') return accounts
    if (method === 'eth_chainId') return '0x1'
    if (method !== 'eth_requestAccounts') return null
    // Show the element late, as most wallets do, after they have loaded its contents.
    await new Promise((done) => setTimeout(done, 50))
    box ??= createBox()
    box.hidden = false
    box.style.display = 'block'
    if (how === 'nested') document.querySelector('main')!.append(box)
    else if (!box.isConnected) document.body.append(box)
    const root = box.shadowRoot ?? box
    await new Promise((done) => root.querySelector('#approve')!.addEventListener('click', done))
    if (how === 'kept') box.style.display = 'none'
    else box.remove()
    return (accounts = ['0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'])
  }
  const provider = { request, on() {}, removeListener() {} }
  const info = {
    uuid: 'u',
    name: 'Embedded',
    rdns: 'x.embedded',
    icon: 'data:image/png;base64,iVBORw0KGgo=',
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  // An init script runs before the page has a body.
  if (document.body) window.askBy(asking)
}
