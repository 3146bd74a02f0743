/** Creates a Bitcoin payment to sign and verifies its signatures, with libraries that Billfold doesn't use for this. */
import * as ecc from '@bitcoinerlab/secp256k1'
import { initEccLib, networks, Psbt } from 'bitcoinjs-lib'
import { type BitcoinKey, bitcoinKeys } from '../../sandbox/chains/bitcoin-keys.ts'

initEccLib(ecc)

/** Creates a payment that spends one output of each key. */
export function createPsbt(keys: readonly BitcoinKey[]): Psbt {
  const psbt = new Psbt({ network: networks.regtest })
  for (const [index, { script, tapInternalKey }] of keys.entries()) {
    psbt.addInput({
      hash: 'ab'.repeat(32),
      index,
      witnessUtxo: { script: Buffer.from(script), value: 40_000n },
      ...(tapInternalKey ? { tapInternalKey: Buffer.from(tapInternalKey) } : {}),
    })
  }
  return psbt.addOutput({ address: bitcoinKeys.stranger.address, value: 70_000n })
}

export function readPsbt(text: string): Psbt {
  return Psbt.fromBase64(text, { network: networks.regtest })
}

export function verify(pubkey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  return pubkey.length === 32
    ? ecc.verifySchnorr(hash, pubkey, signature)
    : ecc.verify(hash, pubkey, signature)
}
