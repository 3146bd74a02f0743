/** Prices and buying: the code is loaded with the first question. */
import type { CommandContext, CommandTable, Domain } from '../context.ts'

const market = [
  'prices',
  'onRampOptions',
  'onRampQuote',
  'onRampUrl',
  'onRampPurchases',
  'tokenBalance',
  'swapTokens',
  'swapQuote',
  'prepareSwap',
] as const
type Market = Pick<CommandTable, (typeof market)[number]>

export const prices = {
  topics: {},
  commands: Object.fromEntries(
    market.map((name) => [
      name,
      async (input: never, context: CommandContext) =>
        (await context.load<Record<string, (input: never, context: CommandContext) => unknown>>('market'))[
          name
        ]!(input, context),
    ]),
  ) as unknown as Market,
} satisfies Domain
