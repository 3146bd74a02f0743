import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'

/** What each tab of the account is given. */
export interface PanelProps {
  account: CaipAddress
  network: Network
}
