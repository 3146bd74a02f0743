/** Calls of contracts, and questions to the networks' nodes; the code is loaded with the first. */
import type { Domain } from '../base/context.ts'
import type * as Ask from './ask-node.ts'
import type * as Encode from './encode-call.ts'

export const contracts = {
  topics: {},
  commands: {
    encodeCall: async (input, { load }) => (await load<typeof Encode>('evm')).encodeCall(input),
    askNode: async (input, context) => (await context.load<typeof Ask>('evm')).askNode(input, context),
  },
} satisfies Domain
