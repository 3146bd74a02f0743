/**
 * Creates a "simple" BIP-322 signature: the witness of a transaction that spends the output of another, never sent
 * transaction, whose input script holds the message.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 */
import { sha256 } from '@noble/hashes/sha2'
import { RawWitness, Script, SigHash, Transaction } from '@scure/btc-signer'
import type { BitcoinKey } from '../../chains/bitcoin-keys.ts'

export function signBip322(message: string, { privateKey, script, tapInternalKey }: BitcoinKey): Uint8Array {
  const toSpend = new Transaction({ version: 0, allowUnknownOutputs: true, disableScriptCheck: true })
  // Add the output before the input: the library treats a transaction with a signed input as final.
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: Script.encode(['OP_0', hashMessage(message)]),
  })

  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true, disableScriptCheck: true })
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(tapInternalKey ? { tapInternalKey } : {}),
  })
  toSign.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  toSign.signIdx(privateKey, 0, [SigHash.ALL, SigHash.DEFAULT])
  toSign.finalizeIdx(0)
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}

/** A tagged hash as in BIP-340. */
function hashMessage(message: string): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text)
  const tag = sha256(encode('BIP0322-signed-message'))
  return sha256(new Uint8Array([...tag, ...tag, ...encode(message)]))
}
