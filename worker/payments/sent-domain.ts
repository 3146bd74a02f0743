/** What was sent: its code comes with the first. */
import { laterCommands } from '../calls/later-commands.ts'
import { type Domain, ownerOf } from '../context.ts'
import { readAccountParams } from '../topics/account-topic.ts'
import type * as Sent from './sent.ts'

export const sent = {
  topics: {
    sent: {
      readParams: readAccountParams,
      getKey: ({ account }) => account,
      getOwner: ({ account }) => ownerOf(account),
      isKept: false,
      scope: 'tab',
      createSource: async (context, { account }) =>
        (await context.load<typeof Sent>('payments')).createSentSource(context, account),
    },
  },
  commands: laterCommands('payments', ['rememberSent', 'rememberAsked', 'forgetAsked']),
} satisfies Domain
