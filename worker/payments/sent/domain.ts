/** The domain of sent payments. */
import { type Domain, ownerOf } from '../../base/context.ts'
import { readAccountParams } from '../../base/account-topic.ts'
import { createSentSource, dropRequest, prepareReplacement, trackRequest, rememberSent } from './sent.ts'

export const sent = {
  topics: {
    sent: {
      readParams: readAccountParams,
      getKey: ({ account }) => account,
      getOwner: ({ account }) => ownerOf(account),
      isKept: false,
      scope: 'tab',
      createSource: (context, { account }) => createSentSource(context, account),
    },
  },
  commands: { rememberSent, trackRequest, dropRequest, prepareReplacement },
} satisfies Domain
