/** What README and the guide say compiles, in an app that sees nothing of the project but the built package. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const written = ['../README.md', '../docs/using.md'].map((path) => readFileSync(at(path), 'utf8')).join('\n')
/** Each block of code that a page's author would write, by the file name in its first line. */
const blocks = [...written.matchAll(/^```(tsx?)\n(?:\/\/ (\S+)\n)?([^]*?)^```/gm)].map(
  ([, kind, name, code]) => ({
    name: name ?? `unnamed.${kind}`,
    code: code!,
  }),
)

/** Inside the project, so that `billfold` is found as this package, by what its package.json says. */
async function compile(folder: string, files: Record<string, string>, options: object = {}): Promise<string> {
  const root = at(`../.cache/${folder}/`)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  for (const [name, code] of Object.entries(files)) writeFileSync(`${root}${name}`, code)
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    jsx: 'react-jsx',
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    ...options,
  }
  writeFileSync(`${root}tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*'] }))
  return promisify(execFile)(process.execPath, [at('../node_modules/typescript/bin/tsc'), '-p', root]).then(
    () => '',
    (error: { stdout: string; message: string }) => error.stdout || error.message,
  )
}

test('[G21] every block of code in README and the guide has a name and compiles as it stands', async () => {
  expect(blocks.map(({ name }) => name)).toEqual([
    'billfold.ts',
    'header.tsx',
    'tokens.tsx',
    'wallets.tsx',
    'headless.ts',
    'solana.ts',
    'bitcoin.ts',
    'config.ts',
    'wallet.ts',
    'sign-in.ts',
    'email.ts',
    'worker.ts',
  ])
  const files = Object.fromEntries(blocks.map(({ name, code }) => [name, code]))
  // What it uses of wagmi is what that hands on from its core.
  const paths = { wagmi: ['../../node_modules/@wagmi/core'] }
  expect(await compile('readme', files, { paths })).toBe('')
})

const billfold = `
  import { createBillfold } from 'billfold'
  import { evm } from 'billfold/evm'
  export const billfold = createBillfold({
    projectId: 'project',
    networks: [{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['https://node.example'] } } }],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
  })
`

test('[G21] viem, ethers, wagmi and Solana’s wallet-adapter take the provider without a cast; a namespace without an adapter is undefined', async () => {
  const files = {
    'billfold.ts': billfold,
    'libraries.ts': `
      import { createConfig } from '@wagmi/core'
      import { BrowserProvider } from 'ethers'
      import type { Billfold, BitcoinProvider, EvmProvider, WalletStandardWallet } from 'billfold'
      import { createBillfold } from 'billfold'
      import { useBillfold } from 'billfold/react'
      import { billfoldConnector } from 'billfold/wagmi'
      import { solana, solanaMainnet } from 'billfold/solana'
      import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
      import { createWalletClient, custom, http } from 'viem'
      import { mainnet } from 'viem/chains'
      import { billfold } from './billfold'
      const provider = billfold.getProvider('eip155')
      createWalletClient({ transport: custom(provider) })
      new BrowserProvider(provider)
      createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() },
        connectors: [billfoldConnector(billfold)] })
      new StandardWalletAdapter({ wallet: createBillfold({ projectId: 'project', networks: [solanaMainnet],
        adapters: [solana()], metadata: { name: 'Driftwood' } }).getProvider('solana') })
      const none: undefined = billfold.getProvider('solana')
      const some: { solana: WalletStandardWallet | undefined; bip122: BitcoinProvider | undefined; eip155: EvmProvider | undefined } | undefined =
        useBillfold() && { solana: useBillfold()!.getProvider('solana'), bip122: useBillfold()!.getProvider('bip122'), eip155: useBillfold()!.getProvider('eip155') }
      const same: Billfold = billfold
      export { none, some, same }
    `,
  }
  expect(await compile('libraries', files)).toBe('')
})

test('[G21] a wrong name is an error: of a view, a topic, a provider that may be missing, an attribute', async () => {
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
  const wrong = [...(await compile('wrong', files)).matchAll(/wrong\.tsx\((\d+),/g)].map(([, line]) =>
    Number(line),
  )
  expect(wrong).toEqual([4, 5, 6, 7, 8])
})

test('[G21] the published types hold by themselves, under the strictest reading', async () => {
  const code = [
    'billfold',
    'billfold/evm',
    'billfold/solana',
    'billfold/bitcoin',
    'billfold/react',
    'billfold/element',
    'billfold/siwx',
    'billfold/wagmi',
  ]
    .map((entry, index) => `export * as entry${index} from '${entry}'`)
    .join('\n')
  expect(await compile('types', { 'all.ts': code }, { skipLibCheck: false })).toBe('')
})
