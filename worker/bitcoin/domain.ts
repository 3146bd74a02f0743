/** The domain of Bitcoin: reads transactions. Its code is loaded when the first transaction is read. */
import type { Domain } from '../base/context.ts'
import type * as Psbt from './psbt.ts'

export const bitcoin = {
  topics: {},
  commands: {
    readPsbt: async (input, { load }) => (await load<typeof Psbt>('bitcoin')).readPsbt(input),
  },
} satisfies Domain
