/**
 * Reads partially signed Bitcoin transactions (PSBT).
 * @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki
 */
import { Psbt, Transaction } from 'bitcoinjs-lib'
import type { PsbtReading } from '../../src/core/contract/protocol.ts'

/** Reads a PSBT of version 0. Undefined for any other bytes. */
export function readPsbt({ psbt }: { psbt: Uint8Array }): PsbtReading | undefined {
  try {
    const { data, txInputs } = Psbt.fromBuffer(psbt)
    const scripts = data.inputs.map(({ witnessUtxo, nonWitnessUtxo }, at) => {
      const spent = nonWitnessUtxo && Transaction.fromBuffer(nonWitnessUtxo).outs[txInputs[at]!.index]
      return (witnessUtxo ?? spent)?.script
    })
    return { psbt, unsigned: data.getTransaction(), scripts }
  } catch {
    return undefined
  }
}
