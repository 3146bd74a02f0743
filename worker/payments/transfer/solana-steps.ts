/** Decodes the instructions of a Solana transaction, to show what they do. */
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  decodeTransferCheckedInstruction,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { SystemInstruction, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import type { TransactionStep } from '../../../src/core/payments/transaction-step.ts'
import { readTransaction } from './solana-payment.ts'

/**
 * The instructions in the order in which they run. Undefined if the bytes are not a transaction of the kind that Billfold
 * makes.
 */
export function readSolanaSteps(transaction: Uint8Array): readonly TransactionStep[] | undefined {
  return readTransaction(transaction)?.instructions.map(toStep)
}

function toStep(instruction: TransactionInstruction): TransactionStep {
  const step = { to: instruction.programId.toBase58(), data: `0x${instruction.data.toString('hex')}` }
  const known = readKnown(instruction)
  if (known) {
    const inputs = Object.entries(known.inputs).map(([name, value]) => ({ name, value: String(value) }))
    return { ...step, name: known.name, inputs }
  }
  const inputs = instruction.keys.map(({ pubkey }, at) => ({ name: `${at}`, value: pubkey.toBase58() }))
  return { ...step, name: undefined, inputs }
}

interface KnownInstruction {
  name: string
  inputs: Readonly<Record<string, unknown>>
}

/** Name and inputs of one of the three instructions that Billfold makes; undefined for any other instruction. */
function readKnown(instruction: TransactionInstruction): KnownInstruction | undefined {
  const { programId, keys, data } = instruction
  try {
    if (programId.equals(SystemProgram.programId) && keys.length === 2 && data.length === 12) {
      const { fromPubkey: from, toPubkey: to, lamports } = SystemInstruction.decodeTransfer(instruction)
      return { name: 'System, transfer', inputs: { from, to, lamports } }
    }
    const isOfTokens = programId.equals(TOKEN_PROGRAM_ID) || programId.equals(TOKEN_2022_PROGRAM_ID)
    // More than four keys would mean more signers.
    if (isOfTokens && keys.length === 4) {
      const { keys: named, data: given } = decodeTransferCheckedInstruction(instruction, programId)
      const { source, mint, destination, owner } = named
      return {
        name: 'Token, transferChecked',
        inputs: {
          source: source.pubkey,
          mint: mint.pubkey,
          destination: destination.pubkey,
          owner: owner.pubkey,
          amount: given.amount,
          decimals: given.decimals,
        },
      }
    }
  } catch {
    // The library throws for every other instruction of these programs.
    return undefined
  }
  // The library cannot decode this instruction, which opens a token account: its data is a single byte, 1.
  if (
    !programId.equals(ASSOCIATED_TOKEN_PROGRAM_ID) ||
    keys.length !== 6 ||
    data.length !== 1 ||
    data[0] !== 1
  )
    return undefined
  const [payer, account, owner, mint] = keys.map(({ pubkey }) => pubkey)
  return { name: 'Associated Token Account, createIdempotent', inputs: { payer, account, owner, mint } }
}
