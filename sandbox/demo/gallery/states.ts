/** Every state of every view, for the gallery's page, the test that compares pictures, and `docs/views.md`. */
import type { State } from './state.ts'
import { accountStates } from './states/account.ts'
import { allowanceStates } from './states/allowances.ts'
import { activityStates } from './states/activity.ts'
import { buyStates } from './states/buy.ts'
import { connectStates } from './states/connect.ts'
import { nameStates } from './states/names.ts'
import { networkStates } from './states/networks.ts'
import { nftStates } from './states/nfts.ts'
import { paymentStates } from './states/payments.ts'
import { sendStates } from './states/send.ts'
import { signInStates } from './states/sign-in.ts'
import { smartSessionStates } from './states/smart-sessions.ts'
import { swapStates } from './states/swap.ts'
import { walletConnectStates } from './states/wallet-connect.ts'

export const states: readonly State[] = [
  ...connectStates,
  ...walletConnectStates,
  ...signInStates,
  ...accountStates,
  ...nftStates,
  ...activityStates,
  ...networkStates,
  ...sendStates,
  ...paymentStates,
  ...swapStates,
  ...buyStates,
  ...nameStates,
  ...smartSessionStates,
  ...allowanceStates,
]
