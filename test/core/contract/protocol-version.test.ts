import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { PROTOCOL_VERSION } from '../../../src/core/contract/protocol.ts'

/** The files whose types cross between the threads. */
const contract = [
  'contract/protocol',
  'contract/list',
  'contract/row-bytes',
  'assets/portfolio',
  'assets/activity',
  'assets/nfts',
  'assets/smart-session',
  'assets/unverified',
  'assets/identity',
  'assets/account-kind',
  'contract/project',
  'chains/networks',
  'assets/wallet-assets',
  'contract/walletconnect',
  'assets/wallet',
  'base/errors',
  'contract/time-limits',
  'siwx/siwx-check',
  'payments/sent',
  'payments/replacement',
  'payments/transfer',
  'payments/transaction-step',
  'payments/receiver',
  'payments/payment-link',
  'payments/typed-amount',
  'assets/prices',
  'payments/onramp',
  'names/account-name',
  'payments/swap',
  'payments/allowance',
]

const known = { version: 36, hash: '9885c431104c1410' }

it('The worker contract changes only together with its protocol version', () => {
  const hash = hashContract()
  expect(
    { version: PROTOCOL_VERSION, hash },
    'The worker contract changed. Raise PROTOCOL_VERSION, add a line to its history and put the new hash here.',
  ).toEqual(known)
})

/** Imports, functions, comments and white space may change freely: types and constants say what crosses. */
function hashContract(): string {
  const hash = createHash('sha256')
  for (const name of contract) {
    const file = `${name}.ts`
    const text = readFileSync(new URL(`../../../src/core/${file}`, import.meta.url), 'utf8')
    for (const statement of parseSync(file, text).program.body) {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declared?.type === 'FunctionDeclaration' || declared?.type === 'ImportDeclaration') continue
      const { start, end } = statement
      hash.update(
        text
          .slice(start, end)
          .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
          .replaceAll(/\s+/g, ''),
      )
    }
  }
  return hash.digest('hex').slice(0, 16)
}
