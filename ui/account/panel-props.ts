import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'

/** The props of the content of each account tab. */
export interface PanelProps {
  account: CaipAddress
  network: Network
}
