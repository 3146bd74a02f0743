/** The sandbox's people on Solana. Their keys are public, so their signatures are worthless outside the sandbox. */
import { Keypair } from '@solana/web3.js'
import { keccak256, toBytes } from 'viem'

/** The account from which the control endpoints pay. */
export const solanaTreasury = createKeypair('treasury')

export const solanaPeople = {
  /** First account of Reef. */
  mara: createKeypair('mara'),
  /** Second account of Reef. */
  theo: createKeypair('theo'),
  /** Third account of Reef, without any history. */
  wren: createKeypair('wren'),
}

/** The mint address of a token. */
export function createMint(symbol: string): string {
  return createKeypair(`mint of ${symbol}`).publicKey.toBase58()
}

function createKeypair(name: string): Keypair {
  return Keypair.fromSeed(keccak256(toBytes(`billfold sandbox on solana: ${name}`), 'bytes'))
}
