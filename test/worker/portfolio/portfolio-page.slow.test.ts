import { formatUnits } from 'viem'
import { expect, test } from 'vitest'
import { PAGE_SIZE } from '../../../src/core/contract/list.ts'
import { checkBalances } from '../../../worker/portfolio/check-balances.ts'
import { toPortfolio } from '../../../worker/portfolio/rows.ts'
import { packPage } from '../../../worker/base/message-size.ts'
import { ADDRESS, balancesOf } from '../fake-api.ts'

const fixture = balancesOf(ADDRESS)

function item(changes: object = {}, quantity: object = {}) {
  const base = fixture.balances[1]!
  return { ...base, ...changes, quantity: { ...base.quantity, ...quantity } }
}

test.each(['en-US', 'fr-FR', 'ar-EG', 'fa-IR', 'my-MM', 'ne-NP'])(
  '[F5] [G45] a full page of tokens with the longest names and amounts fits into one message in the locale %s',
  (locale) => {
    const most = 2n ** 256n - 1n
    const names = ['字'.repeat(64), 'ก็็'.repeat(64), '👩‍👩‍👧‍👦'.repeat(64), '"'.repeat(64), '\\'.repeat(64)]
    for (const decimals of [1, 18, 36, 77])
      for (const [at, name] of names.entries())
        for (const length of [100, 300, 378, 500]) {
          const path = (at % 2 ? 'x' : '?\\\\').repeat(length / (at % 2 ? 1 : 2))
          const balances = Array.from({ length: PAGE_SIZE }, (_, index) =>
            item(
              {
                name,
                symbol: names[(at + index) % names.length],
                address: `eip155:1:0x${String(index).padStart(40, 'a')}`,
                iconUrl: `https://icons.example/${path}`,
                price: 123_456_789,
                value: 9_876_543_210.12,
              },
              { decimals: `${decimals}`, numeric: formatUnits(most - BigInt(index), decimals) },
            ),
          )
          const { rows } = toPortfolio(checkBalances({ balances }, 'eip155:1').balances, 'eip155:1', locale)
          expect(rows).toHaveLength(PAGE_SIZE)
          expect(() => packPage({ version: 1, rows }, 'It')).not.toThrow()
        }
  },
)
