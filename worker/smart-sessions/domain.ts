/** The domain of smart sessions: what an account permits applications to do by themselves. */
import { accountTopic } from '../base/account-topic.ts'
import type { Domain } from '../base/context.ts'
import { createSmartSessionsSource, revokeSmartSession } from './source.ts'

export const smartSessions = {
  topics: { smartSessions: accountTopic<'smartSessions'>(createSmartSessionsSource) },
  commands: { revokeSmartSession },
} satisfies Domain
