/** The worker's `load` where viem's file is there, and no other one is asked for. */
import type { LazyDomain } from '../../src/core/contract/protocol.ts'
import type { WorkerContext } from '../../worker/base/context.ts'
import { domain as evm } from '../../worker/main/files/billfold-evm.ts'

export const loadOnlyEvm = (async (domain: LazyDomain) => {
  if (domain === 'evm') return evm
  throw new Error(`Nobody should load "${domain}" here.`)
}) as WorkerContext['load']
