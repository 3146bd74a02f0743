/** Reading of Bitcoin's transactions; the code is loaded with the first. */
import { throwMissing } from '../../src/core/missing-error.ts'
import type { Domain } from '../context.ts'
import type * as Psbt from './psbt.ts'

export const bitcoin = {
  topics: {},
  commands: {
    /** @throws code_missing */
    readPsbt: async (input, context) =>
      (await context.load<typeof Psbt>('bitcoin').catch(throwMissing)).readPsbt(input),
  },
} satisfies Domain
