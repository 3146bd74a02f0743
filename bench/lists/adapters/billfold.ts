/** Billfold's own list in its embedded card. Its worker fetches from the API. */
import { type Billfold, createBillfold } from 'billfold'
import 'billfold/element'
import { evm } from 'billfold/evm'
import { announceHarbor } from '../../announce-harbor.ts'
import type { List } from '../list.ts'

let billfold: Billfold

export default {
  name: 'Billfold',
  async prepare(container, { api, account }) {
    announceHarbor(account)
    billfold = createBillfold({
      projectId: 'lists',
      networks: [
        {
          id: 1,
          name: 'Ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        },
      ],
      adapters: [evm()],
      metadata: { name: 'Lists' },
      themeMode: 'light',
      apiUrl: api,
      explorerUrl: api,
      features: { analytics: false },
      enableWalletConnect: false,
      enableEmbedded: true,
      prefetch: 'none',
    })
    container.append(document.createElement('billfold-modal'))
    const { connectors, connect } = await billfold.headless()
    const harbor = await waitFor(() => connectors.peek().find(({ name }) => name === 'Harbor'))
    await connect(harbor)
    await billfold.open()
    await waitFor(() => root().querySelector('[role=tab]'))
  },
  async mount(container, _, size) {
    ;[...root().querySelectorAll<HTMLElement>('[role=tab]')].at(-1)!.click()
    const scroller = await waitFor(() =>
      root().querySelector<HTMLElement>('.scroll:has([aria-label=Activity])'),
    )
    const card = root().querySelector<HTMLElement>('.card')!
    // Resize the card until its list has the container's height, then move the list to the container's top.
    await waitFor(() => {
      const missing = size.height - scroller.clientHeight
      if (missing !== 0) card.style.height = `${card.offsetHeight + missing}px`
      return missing === 0
    })
    container.scrollTop = scroller.getBoundingClientRect().top - container.getBoundingClientRect().top
    return {
      scroller,
      row: '[data-row] > .row:not(.waiting)',
      head: '.group-title, .foot',
      indexOf: (row) => Number((row.parentElement as HTMLElement).dataset['row']),
      unmount() {
        billfold.destroy()
        container.replaceChildren()
      },
    }
  },
} satisfies List

function root(): ShadowRoot {
  return document.querySelector('billfold-modal')!.shadowRoot!
}

function waitFor<T>(find: () => T | false | null | undefined): Promise<T> {
  return new Promise((resolve) => {
    const look = () => {
      const found = find()
      if (found) resolve(found)
      else requestAnimationFrame(look)
    }
    look()
  })
}
