/** The balance answer as a schema: the other, slower way to say what `check-balances.ts` says. */
import * as v from 'valibot'

const text = v.pipe(v.string(), v.maxLength(1_000))
const fiat = v.nullish(v.unknown())

export const balanceSchema = v.pipe(
  v.looseObject({
    name: text,
    symbol: text,
    chainId: v.nullish(v.pipe(v.string(), v.regex(/^[^:]+:[^:]+$/))),
    address: v.nullish(v.pipe(v.string(), v.maxLength(200), v.regex(/^[^:]+:[^:]+:[^:]+$/))),
    value: fiat,
    price: fiat,
    quantity: v.looseObject({
      numeric: v.pipe(v.string(), v.regex(/^\d{1,78}(\.\d{1,80})?$/)),
      decimals: v.pipe(
        v.string(),
        v.regex(/^\d{1,2}$/),
        v.check((decimals) => Number(decimals) <= 77),
      ),
    }),
  }),
  v.check(({ address, chainId }) => !address || !chainId || address.startsWith(`${chainId}:`)),
)

export const balancesSchema = v.looseObject({ balances: v.array(v.unknown()) })
