/** Calls of contracts, and questions to the networks' nodes; the code is loaded with the first. */
import { BillfoldError } from '../../src/core/errors.ts'
import type { Domain, WorkerContext } from '../context.ts'
import type * as Ask from './ask-node.ts'
import type * as Encode from './encode-call.ts'

export const contracts = {
  topics: {},
  commands: {
    encodeCall: async (input, context) => (await load(context)).encodeCall(input),
    askNode: async (input, context) => (await load(context)).askNode(input, context),
  },
} satisfies Domain

async function load(context: WorkerContext): Promise<typeof Encode & typeof Ask> {
  try {
    return await context.load<typeof Encode & typeof Ask>('evm')
  } catch (error) {
    throw new BillfoldError('unexpected', 'The code for contracts could not be loaded. Try again.', {
      cause: error,
    })
  }
}
