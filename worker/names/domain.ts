/** The domain of names: the identity of an address, and the address of a name. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { NameInput } from '../../src/core/contract/protocol.ts'
import type { CommandContext, Domain } from '../base/context.ts'
import { wrapFailure } from '../base/wrap-failure.ts'
import { accountTopic } from '../base/account-topic.ts'
import { createIdentitySource } from './identity.ts'
import { normalize } from './normalize.ts'
import type * as Resolve from './resolve.ts'

export const names = {
  topics: { identity: accountTopic<'identity'>(createIdentitySource) },
  commands: {
    ensAddress: (input, context) => resolve(input, context, 'resolveAddress'),
    ensAvatar: (input, context) => resolve(input, context, 'resolveAvatar'),
  },
} satisfies Domain

/** @throws name_invalid, names_unavailable, name_unresolved */
async function resolve(
  { name, caipNetworkId }: NameInput,
  context: CommandContext,
  what: keyof typeof Resolve,
): Promise<string | undefined> {
  const normal = typeof name === 'string' && name ? await normalize(name, context) : undefined
  if (normal === undefined) throw new BillfoldError('name_invalid', 'This is not a valid name.')
  try {
    const resolver = await context.load<typeof Resolve>('evm')
    return await resolver[what](context, caipNetworkId, normal)
  } catch (error) {
    throw wrapFailure('name_unresolved', 'Error resolving name', error)
  }
}
