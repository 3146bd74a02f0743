/** The code in README and the documents compiles. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billfold, compileApp } from './compile-app.ts'

const documents = readdirSync(new URL('../docs', import.meta.url)).filter((name) => name.endsWith('.md'))
const written = ['../README.md', ...documents.map((name) => `../docs/${name}`)]
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n')
/** Each block of code that a page's author would write, by the file name in its first line. */
const blocks = [...written.matchAll(/^```(tsx?)\n(?:\/\/ (\S+)\n)?([^]*?)^```/gm)].map(
  ([, kind, name, code]) => ({
    name: name ?? `unnamed.${kind}`,
    code: code!,
  }),
)

test('[G21] every code block in the README and the docs has a file name and compiles', async () => {
  expect(blocks.map(({ name }) => name)).toEqual([
    'wallet-button.tsx',
    'find.ts',
    'worker.ts',
    'arabic.ts',
    'words.ts',
    'ca.ts',
    'catalan.ts',
    'from-appkit.tsx',
    'from-appkit-solana.tsx',
    'from-connectkit.tsx',
    'from-rainbowkit.tsx',
    'holdings.tsx',
    'billfold.ts',
    'header.tsx',
    'tokens.tsx',
    'wallets.tsx',
    'headless.ts',
    'money.tsx',
    'coinbase.ts',
    'safe.ts',
    'solana.ts',
    'bitcoin.ts',
    'config.ts',
    'wallet.ts',
    'sign-in.ts',
    'siwe.ts',
    'email.ts',
    'pay.ts',
  ])
  const files = Object.fromEntries(blocks.map(({ name, code }) => [name, code]))
  // What it uses of wagmi is what that hands on from its core.
  const paths = { wagmi: ['../../node_modules/@wagmi/core'] }
  expect(await compileApp('readme', files, { paths })).toBe('')
})

test('[G21] TypeScript rejects a wrong view, topic, list or attribute, and the use of getProvider() without a check for undefined', async () => {
  const files = {
    'billfold.ts': billfold,
    'wrong.tsx': `
      import { billfold } from './billfold'
      import 'billfold/react'
      void billfold.open({ view: 'Nonsense' })
      billfold.topic('nonsense', {})
      billfold.getProvider('solana').name
      billfold.rows('identity', { account: 'eip155:1:0xa' }, 0, 1)
      export const element = <billfold-button size="huge" />
      export const right = <><billfold-button size="small" label="Sign in" /><billfold-modal /></>
    `,
  }
  const wrong = [...(await compileApp('wrong', files)).matchAll(/wrong\.tsx\((\d+),/g)].map(([, line]) =>
    Number(line),
  )
  expect(wrong).toEqual([4, 5, 6, 7, 8])
})
