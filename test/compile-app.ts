/** Compiles an app that sees only the built package. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Compiles the files, and resolves to the compiler's errors; empty without errors. Uses a folder inside the project, so
 * that `billfold` resolves to this package by its package.json.
 */
export async function compileApp(
  folder: string,
  files: Record<string, string>,
  options: object = {},
): Promise<string> {
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

/** Contents of a page's file `billfold.ts`. */
export const billfold = `
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
