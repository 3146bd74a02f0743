/**
 * What a wallet is given to sign, read back from the very bytes: nothing here comes from what was entered, so a person
 * compares what the form says with what the wallet will say.
 * @see https://solana.com/docs/core/transactions
 */
import { encodeBase58 } from '../core/base58.ts'
import { toChecksumAddress } from '../core/checksum-address.ts'
import { readTransaction } from '../core/solana-transaction.ts'
import type { UnsignedTransaction } from '../core/transfer.ts'

/** One call of a contract or a program, or coins that move. */
export interface Step {
  /** What is called; with coins of EVM alone who gets them. On EVM networks with its checksum. */
  to: string
  /** Wei that go along; absent on Solana, where each instruction says its own. */
  value?: bigint
  /** As its standard calls it; undefined for what is not known, and then `data` is all that can be said. */
  name: string | undefined
  /** Whole addresses, and amounts in base units. */
  inputs: readonly Input[]
  /** 0x and hexadecimal digits; `0x` where there is none. */
  data: string
}

interface Input {
  name: string
  value: string
}

/** In the order in which they run. @throws for bytes that are no transaction */
export function decodeTransaction(transaction: UnsignedTransaction): readonly Step[] {
  if (transaction.namespace === 'solana') return decodeSolana(transaction.transaction)
  const { to, value, data } = transaction
  return [{ to: toChecksumAddress(to), value, data, ...decodeCall(data) }]
}

/** @see https://eips.ethereum.org/EIPS/eip-20 */
const functions: Readonly<Record<string, readonly [name: string, receiver: string, amount: string]>> = {
  '0xa9059cbb': ['transfer(address,uint256)', 'to', 'value'],
  '0x095ea7b3': ['approve(address,uint256)', 'spender', 'value'],
}

function decodeCall(data: string): Pick<Step, 'name' | 'inputs'> {
  const known = functions[data.slice(0, 10).toLowerCase()]
  const words = /^0{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(data.slice(10))
  if (!known || !words) return { name: undefined, inputs: [] }
  const [name, receiver, amount] = known
  return {
    name,
    inputs: [
      { name: receiver, value: toChecksumAddress(`0x${words[1]}`) },
      { name: amount, value: String(BigInt(`0x${words[2]}`)) },
    ],
  }
}

function decodeSolana(bytes: Uint8Array): readonly Step[] {
  const read = readTransaction(bytes)
  if (!read) throw new Error('These bytes are no transaction that Billfold makes.')
  return read.instructions.map(({ program, accounts, data }) =>
    decodeInstruction(encodeBase58(program), accounts.map(encodeBase58), data),
  )
}

const SYSTEM = '11111111111111111111111111111111'
const TOKEN_ACCOUNTS = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/**
 * The three that Billfold makes.
 * @see https://github.com/solana-program/token
 */
function decodeInstruction(to: string, accounts: readonly string[], data: Uint8Array): Step {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const name = (values: Record<string, string | undefined>): Input[] =>
    Object.entries(values).map(([name, value = '']) => ({ name, value }))
  const step = { to, data: toHex(data) }
  if (to === SYSTEM && data.length === 12 && accounts.length === 2 && view.getUint32(0, true) === 2) {
    const [from, receiver] = accounts
    const lamports = String(view.getBigUint64(4, true))
    return { ...step, name: 'System, transfer', inputs: name({ from, to: receiver, lamports }) }
  }
  if (tokenPrograms.includes(to) && data.length === 10 && accounts.length === 4 && data[0] === 12) {
    const [source, mint, destination, owner] = accounts
    const inputs = name({
      source,
      mint,
      destination,
      owner,
      amount: String(view.getBigUint64(1, true)),
      decimals: String(data[9]),
    })
    return { ...step, name: 'Token, transferChecked', inputs }
  }
  if (to === TOKEN_ACCOUNTS && data.length === 1 && accounts.length === 6 && data[0] === 1) {
    const [payer, account, owner, mint] = accounts
    const inputs = name({ payer, account, owner, mint })
    return { ...step, name: 'Associated Token Account, createIdempotent', inputs }
  }
  return { ...step, name: undefined, inputs: accounts.map((value, index) => ({ name: `${index}`, value })) }
}

function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
