/** Reading of Bitcoin's transactions; the code is loaded with the first. */
import type { Domain } from '../base/context.ts'
import type * as Psbt from './psbt.ts'

export const bitcoin = {
  topics: {},
  commands: {
    readPsbt: async (input, { load }) => (await load<typeof Psbt>('bitcoin')).readPsbt(input),
  },
} satisfies Domain
