import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PROTOCOL_VERSION } from '../../src/core/protocol.ts'

/** The files whose types cross between the threads. */
const contract = [
  'protocol',
  'list',
  'row-bytes',
  'portfolio',
  'activity',
  'nfts',
  'unverified',
  'identity',
  'project',
  'networks',
  'wallet-assets',
  'walletconnect',
  'wallet',
  'errors',
  'time-limits',
  'siwx-check',
  'sent',
  'transfer',
  'transaction-step',
  'receiver',
  'typed-amount',
  'prices',
  'onramp',
  'account-name',
  'swap',
]

const known = { version: 14, hash: '083919e3da9a6ea2' }

it('changes only together with its version', () => {
  const hash = hashContract()
  expect(
    { version: PROTOCOL_VERSION, hash },
    'The worker contract changed. Raise PROTOCOL_VERSION, add a line to its history and put the new hash here.',
  ).toEqual(known)
})

/** Comments and white space may change freely. */
function hashContract(): string {
  const hash = createHash('sha256')
  for (const name of contract) {
    const text = readFileSync(new URL(`../../src/core/${name}.ts`, import.meta.url), 'utf8')
    hash.update(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replaceAll(/\s+/g, ''))
  }
  return hash.digest('hex').slice(0, 16)
}
