/** Who an address says it is. */
import { accountTopic } from '../topics/account-topic.ts'
import type { Domain } from '../context.ts'
import { createIdentitySource } from './identity.ts'

export const names = {
  topics: { identity: accountTopic<'identity'>(async () => createIdentitySource) },
  commands: {},
} satisfies Domain
