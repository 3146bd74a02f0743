/** The domain of contract calls and requests to nodes. Their code is loaded with the first call or request. */
import { readAccountParams } from '../base/account-topic.ts'
import type { Domain } from '../base/context.ts'
import { readAccountKind } from './account-kind.ts'
import type * as Ask from './ask-node.ts'
import type * as Encode from './encode-call.ts'

export const contracts = {
  topics: {},
  commands: {
    encodeCall: async (input, { load }) => (await load<typeof Encode>('evm')).encodeCall(input),
    askNode: async (input, context) => (await context.load<typeof Ask>('evm')).askNode(input, context),
    accountKind: async (input, context) => readAccountKind(readAccountParams(input).account, context),
  },
} satisfies Domain
