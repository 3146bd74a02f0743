/** What the package promises by name. A change here is a change for everybody who uses it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { evm } from '../src/evm.ts'
import { createBillfold } from '../src/index.ts'

const read = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8')

/** Types are marked, since they are gone when a page runs. */
function namesOf(source: string): string[] {
  const lists = [...source.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, type, names]) =>
    names!
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => (type ? `type ${name}` : name)),
  )
  const own = [...source.matchAll(/^export (?:declare )?(interface|type|function|const|class) (\w+)/gm)].map(
    ([, kind, name]) => (kind === 'interface' || kind === 'type' ? `type ${name}` : name!),
  )
  return [...lists, ...own].sort()
}

const fieldsOf = (source: string, name: string) => {
  const [, body] = new RegExp(`export interface ${name}\\b.*? \\{\\n([^]*?)\\n\\}`).exec(source)!
  return [...body!.matchAll(/^ {2}(?:readonly )?(\w+\??)[<(:]/gm)].map(([, field]) => field)
}

test.each([
  'index.ts',
  'evm.ts',
  'solana.ts',
  'bitcoin.ts',
  'react.tsx',
  'element.ts',
  'siwx.ts',
  'wagmi.ts',
  'auth.ts',
  'portfolio.tsx',
])('[G21] the exports of %s', (entry) => {
  expect(namesOf(read(entry))).toMatchSnapshot()
})

test('[G21] the options', () => {
  expect(fieldsOf(read('shell/options.ts'), 'Options')).toMatchSnapshot()
  expect(fieldsOf(read('base/metadata.ts'), 'Metadata')).toMatchSnapshot()
})

test('[G21] what a Billfold has', () => {
  const billfold = createBillfold({
    projectId: 'project',
    networks: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
  })
  expect(Object.keys(billfold)).toEqual(fieldsOf(read('shell/billfold.ts'), 'Billfold'))
  expect(Object.keys(billfold)).toMatchSnapshot()
})
