/** AppKit's own activity view with its controllers. It fetches from the API itself. */
import {
  BlockchainApiController,
  ChainController,
  OptionsController,
  StorageUtil,
} from '@reown/appkit-controllers'
import { FetchUtil } from '@reown/appkit-controllers/utils'
import '@reown/appkit-scaffold-ui/transactions'
import { initializeTheming } from '@reown/appkit-ui'

const network = { id: 1, caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'Ethereum' }

export default {
  name: 'AppKit',
  async prepare(_, { api, account }) {
    initializeTheming({}, 'light')
    OptionsController.state.projectId = 'lists'
    BlockchainApiController.state.api = new FetchUtil({ baseUrl: api, clientId: null })
    // Turn off the cache: for 15 s it answers every page with the first one, so no second page would arrive.
    StorageUtil.cacheExpiry.transactionsHistory = -1
    ChainController.state.activeChain = 'eip155'
    ChainController.state.activeCaipNetwork = network
    ChainController.state.activeCaipAddress = `eip155:1:${account}`
  },
  async mount(container, _, { height }) {
    const view = document.createElement('w3m-transactions-view')
    container.append(view)
    await view.updateComplete
    // Override AppKit's style, which sets a height of 500 px.
    const scroller = view.shadowRoot.querySelector('wui-flex')
    scroller.style.height = `${height}px`
    return {
      scroller,
      row: 'wui-transaction-list-item',
      head: 'wui-text[data-testid="group-title"]',
      indexOf: (row) => [...row.getRootNode().querySelectorAll('wui-transaction-list-item')].indexOf(row),
      unmount: () => view.remove(),
    }
  },
}
