/**
 * Compiles this folder's contracts into `compiled.json`. That file is committed, so the sandbox needs no compiler.
 * After changing a contract, run `npx tsx sandbox/chains/contracts/compile.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

interface Compiler {
  compile(input: string, callbacks: { import(path: string): { contents: string } }): string
}

interface Output {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: unknown; evm: { bytecode: { object: string } } }>>
}

const require = createRequire(import.meta.url)
const folder = fileURLToPath(new URL('.', import.meta.url))
const compiler = require('solc') as Compiler

const files = readdirSync(folder).filter((file) => file.endsWith('.sol'))
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(files.map((file) => [file, { content: read(folder + file) }])),
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    viaIR: true,
    // Leave out the hash of the sources, so that the bytecode is the same on every machine.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}
const output = JSON.parse(
  compiler.compile(JSON.stringify(input), { import: (path) => ({ contents: read(require.resolve(path)) }) }),
) as Output

const errors = output.errors?.filter((error) => error.severity === 'error') ?? []
if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))

const compiled = Object.fromEntries(
  files.flatMap((file) =>
    Object.entries(output.contracts[file] ?? {})
      .filter(([, contract]) => contract.evm.bytecode.object)
      .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  ),
)
writeFileSync(`${folder}compiled.json`, `${JSON.stringify(compiled, undefined, 1)}\n`)

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
