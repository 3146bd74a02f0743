/** Reads and writes Solana transactions with another library than the product's. */
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash as toBlockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'

export const SYSTEM = '11111111111111111111111111111111'
export const TOKENS = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKENS_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const OPENER = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

export interface ReadInstruction {
  program: string
  accounts: { key: string; isSigner: boolean; isWritable: boolean }[]
  data: Uint8Array
}

/** Reads an unsigned legacy transaction. @throws for everything else */
export function readByKit(bytes: Uint8Array): {
  payer: string
  blockhash: string
  instructions: ReadInstruction[]
} {
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (message.version !== 'legacy' || Object.values(signatures).some((one) => one !== null))
    throw new Error('Not an unsigned legacy transaction.')
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const keys = message.staticAccounts.map((key, at) => {
    const isSigner = at < numSignerAccounts
    const isWritable = isSigner
      ? at < numSignerAccounts - numReadonlySignerAccounts
      : at < message.staticAccounts.length - numReadonlyNonSignerAccounts
    return { key: String(key), isSigner, isWritable }
  })
  return {
    payer: keys[0]!.key,
    blockhash: message.lifetimeToken!,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
      program: keys[programAddressIndex]!.key,
      accounts: accountIndices.map((at) => keys[at]!),
      data: Uint8Array.from(data),
    })),
  }
}

/** Writes a transaction without signatures. @param version legacy, or 0 */
export function writeByKit(
  payer: string,
  instructions: readonly ReadInstruction[],
  blockhash: string,
  version: 'legacy' | 0 = 'legacy',
): Uint8Array {
  const steps = instructions.map(({ program, accounts, data }) => ({
    programAddress: address(program),
    accounts: accounts.map(({ key, isSigner, isWritable }) => ({
      address: address(key),
      role: toRole(isSigner, isWritable),
    })),
    data,
  }))
  const lifetime = { blockhash: toBlockhash(blockhash), lastValidBlockHeight: 1n }
  const empty = setTransactionMessageFeePayer(address(payer), createTransactionMessage({ version }))
  const message = appendTransactionMessageInstructions(
    steps,
    setTransactionMessageLifetimeUsingBlockhash(lifetime, empty),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

function toRole(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
}

/** Address of the owner's associated token account. */
export async function findTokenAccount(owner: string, mint: string, program: string): Promise<string> {
  const seeds = [owner, program, mint].map((key) => getAddressEncoder().encode(address(key)))
  const [found] = await getProgramDerivedAddress({ programAddress: OPENER as Address, seeds })
  return found
}

/** A transfer of SOL. Its data: 2 as four bytes, then the lamports. @see https://solana.com/docs/core/transactions */
export function payCoin(from: string, to: string, lamports: bigint): ReadInstruction {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(lamports, 4)
  return {
    program: SYSTEM,
    accounts: [
      { key: from, isSigner: true, isWritable: true },
      { key: to, isSigner: false, isWritable: true },
    ],
    data,
  }
}

export interface TokenPayment {
  source: string
  mint: string
  target: string
  owner: string
  amount: bigint
  decimals: number
  program: string
}

/**
 * A TransferChecked instruction. Its data: 12 as a byte, the amount, the decimals.
 * @see https://github.com/solana-program/token
 */
export function payToken(payment: TokenPayment): ReadInstruction {
  const { source, mint, target, owner, amount, decimals, program } = payment
  const data = Buffer.alloc(10)
  data.writeUInt8(12, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(decimals, 9)
  const accounts = [
    { key: source, isSigner: false, isWritable: true },
    { key: mint, isSigner: false, isWritable: false },
    { key: target, isSigner: false, isWritable: true },
    { key: owner, isSigner: true, isWritable: false },
  ]
  return { program, accounts, data }
}

/**
 * A CreateIdempotent instruction. Its data: 1 as a byte.
 * @see https://github.com/solana-program/associated-token-account
 */
export function openAccount(plan: {
  payer: string
  account: string
  owner: string
  mint: string
  program: string
}): ReadInstruction {
  const { payer, account, owner, mint, program } = plan
  const accounts = [payer, account, owner, mint, SYSTEM, program].map((key, at) => ({
    key,
    isSigner: at === 0,
    isWritable: at < 2,
  }))
  return { program: OPENER, accounts, data: Uint8Array.of(1) }
}
