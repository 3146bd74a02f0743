import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'

/** Props of every account tab. */
export interface PanelProps {
  account: CaipAddress
  network: Network
}
