/** A `load` for workers that provides only viem's file. */
import type { LazyDomain } from '../../src/core/contract/protocol.ts'
import type { WorkerContext } from '../../worker/base/context.ts'
import { domain as evm } from '../../worker/main/files/billfold-evm.ts'

export const loadOnlyEvm = (async (domain: LazyDomain) => {
  if (domain === 'evm') return evm
  throw new Error(`Unexpected domain: ${domain}`)
}) as WorkerContext['load']
