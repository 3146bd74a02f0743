/** The people of the sandbox on Solana. Their keys are public: nothing they sign is worth anything outside of it. */
import { Keypair } from '@solana/web3.js'
import { keccak256, toBytes } from 'viem'

/** Pays for what the control endpoints do. */
export const solanaTreasury = createKeypair('treasury')

export const solanaPeople = {
  /** First account of the Solana wallet. */
  mara: createKeypair('mara'),
  /** Its second account. */
  theo: createKeypair('theo'),
  /** Its third account: nothing has ever happened here. */
  wren: createKeypair('wren'),
}

/** The issuer of a token. */
export function createMint(symbol: string): string {
  return createKeypair(`mint of ${symbol}`).publicKey.toBase58()
}

function createKeypair(name: string): Keypair {
  return Keypair.fromSeed(keccak256(toBytes(`billfold sandbox on solana: ${name}`), 'bytes'))
}
