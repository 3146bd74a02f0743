/** All domains of the worker. */
import { activity } from '../activity/domain.ts'
import { bitcoin } from '../bitcoin/domain.ts'
import type { Domain } from '../base/context.ts'
import { allowances } from '../payments/allowances/domain.ts'
import { analytics } from '../analytics/domain.ts'
import { contracts } from '../evm/domain.ts'
import { directory } from '../directory/domain.ts'
import { names } from '../names/domain.ts'
import { nfts } from '../nfts/domain.ts'
import { sent } from '../payments/sent/domain.ts'
import { transfers } from '../payments/transfer/domain.ts'
import { portfolio } from '../portfolio/domain.ts'
import { prices } from '../market/domain.ts'
import { profile } from '../names/profile/domain.ts'
import { project } from '../analytics/project/domain.ts'
import { siwx } from '../siwx/domain.ts'
import { smartSessions } from '../smart-sessions/domain.ts'
import { walletConnect } from '../walletconnect/domain.ts'

export const domains: readonly Domain[] = [
  directory,
  names,
  portfolio,
  transfers,
  sent,
  allowances,
  activity,
  nfts,
  smartSessions,
  contracts,
  prices,
  profile,
  project,
  analytics,
  walletConnect,
  siwx,
  bitcoin,
]
