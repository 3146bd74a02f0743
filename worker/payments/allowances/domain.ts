/** The domain of allowances: lists them, and prepares a revocation. */
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { accountTopic, readAccountParams } from '../../base/account-topic.ts'
import type { CommandHandler, Domain } from '../../base/context.ts'
import { openRpc } from '../../http/rpc.ts'
import type * as Evm from './prepare-revocation.ts'
import { createAllowancesSource } from './source.ts'

/** @throws network_missing; bad_account; the node's error if the node does not return the allowance */
const prepareRevocation: CommandHandler<'prepareRevocation'> = async (draft, context) => {
  const { caipNetworkId } = parseCaipAddress(readAccountParams(draft).account)
  const isHere = parseCaipAddress(draft.token).caipNetworkId === caipNetworkId
  const rpc = isHere ? openRpc(context, caipNetworkId, context.signal) : undefined
  if (!rpc) throw new BillfoldError('network_missing', 'This page has no RPC URL for this network.')
  return (await context.load<typeof Evm>('evm')).prepareRevocation(draft, rpc)
}

export const allowances = {
  topics: { allowances: accountTopic<'allowances'>(createAllowancesSource) },
  commands: { prepareRevocation },
} satisfies Domain
