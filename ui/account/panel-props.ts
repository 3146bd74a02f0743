import type { CaipAddress } from '../../src/core/caip.ts'
import type { Network } from '../../src/core/networks.ts'

/** What each tab of the account is given. */
export interface PanelProps {
  account: CaipAddress
  network: Network
}
