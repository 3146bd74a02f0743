/** What was sent: its code comes with the first. */
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
  commands: {
    rememberSent: async (input, context) =>
      (await context.load<typeof Sent>('payments')).rememberSent(input, context),
    rememberAsked: async (input, context) =>
      (await context.load<typeof Sent>('payments')).rememberAsked(input, context),
    forgetAsked: async (input, context) =>
      (await context.load<typeof Sent>('payments')).forgetAsked(input, context),
  },
} satisfies Domain
