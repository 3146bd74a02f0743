/** Calls of contracts, and questions to the networks' nodes; the code is loaded with the first. */
import type { Domain } from '../context.ts'
import { loadEvm } from '../evm/load-evm.ts'
import type * as Ask from './ask-node.ts'
import type * as Encode from './encode-call.ts'

export const contracts = {
  topics: {},
  commands: {
    encodeCall: async (input, context) => (await load(context)).encodeCall(input),
    askNode: async (input, context) => (await load(context)).askNode(input, context),
  },
} satisfies Domain

const load = loadEvm<typeof Encode & typeof Ask>
