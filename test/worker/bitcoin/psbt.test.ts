/** BIP-174, against another library that writes and reads it. */
import { Transaction } from '@scure/btc-signer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPsbt } from '../../../worker/bitcoin/psbt.ts'
import { propertyRuns } from '../../property-runs.ts'

const read = (psbt: Uint8Array) => readPsbt({ psbt })
const toHex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')
const bytes = (min: number, max: number) => fc.uint8Array({ minLength: min, maxLength: max })
const loose = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }

/** Two outputs, so that an input has to name the right one. */
const earlier = new Transaction(loose)
earlier.addOutput({ script: Uint8Array.of(0x51), amount: 5n })
earlier.addOutput({ script: Uint8Array.of(0x52, 0x53), amount: 6n })
// Its signature fixes the outputs: it comes last.
earlier.addInput({ txid: new Uint8Array(32).fill(3), index: 0, finalScriptSig: Uint8Array.of(0x51) })

const spent = fc.oneof(
  fc.record({ txid: bytes(32, 32), script: fc.option(bytes(1, 600), { nil: undefined }) }),
  fc.record({ output: fc.constantFrom(0, 1) }),
)
const output = fc.record({ script: bytes(0, 300), amount: fc.nat().map(BigInt) })
const psbts = fc
  .record({
    inputs: fc.array(spent, { minLength: 1, maxLength: 5 }),
    outputs: fc.array(output, { minLength: 1, maxLength: 300 }),
  })
  .map(({ inputs, outputs }) => {
    const transaction = new Transaction(loose)
    const scripts: (Uint8Array | undefined)[] = []
    const names = new Set<string>()
    for (const [at, input] of inputs.entries()) {
      const [txid, index] = 'txid' in input ? [input.txid, at] : [earlier.id, input.output]
      // Spending one output twice is no transaction.
      const name = `${typeof txid === 'string' ? txid : toHex(txid)}:${index}`
      if (names.has(name)) continue
      names.add(name)
      if ('output' in input) {
        transaction.addInput({ txid, index, nonWitnessUtxo: earlier.toBytes(true, false) })
        scripts.push(earlier.getOutput(input.output).script)
      } else {
        const { script } = input
        transaction.addInput({ txid, index, ...(script && { witnessUtxo: { script, amount: 1_000n } }) })
        scripts.push(script)
      }
    }
    for (const each of outputs) transaction.addOutput(each)
    return { transaction, scripts }
  })

test('[F13] the worker reads the payment and the spent outputs from a PSBT', () => {
  fc.assert(
    fc.property(psbts, ({ transaction, scripts }) => {
      const psbt = transaction.toPSBT(0)
      const reading = read(psbt)!
      expect(reading.scripts.map(toHex)).toEqual(scripts.map(toHex))
      expect(toHex(reading.unsigned)).toBe(toHex(transaction.unsignedTx))
      expect(reading.psbt).toBe(psbt)
    }),
    { numRuns: propertyRuns(200) },
  )
})

test('[F13] the worker refuses a damaged PSBT, or reads the same payment from it as a second library does', () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 })
  fc.assert(
    fc.property(psbts, damage, ({ transaction }, changes) => {
      const psbt = transaction.toPSBT(0)
      for (const [at, byte] of changes) psbt[at % psbt.length] = byte
      const reading = read(psbt)
      if (reading) expect(toHex(reading.unsigned)).toBe(readOther(psbt) ?? toHex(reading.unsigned))
    }),
    { numRuns: propertyRuns(500) },
  )
})

/** Undefined where the other library refuses: it also checks scripts and amounts. */
function readOther(psbt: Uint8Array): string | undefined {
  try {
    return toHex(Transaction.fromPSBT(psbt, loose).unsignedTx)
  } catch {
    return undefined
  }
}

test('[F13] the worker refuses a truncated PSBT without throwing', () => {
  fc.assert(
    fc.property(psbts, fc.nat(), ({ transaction }, cut) => {
      const psbt = transaction.toPSBT(0)
      expect(read(psbt.slice(0, cut % psbt.length))).toBeUndefined()
      expect(read(psbt.slice(5))).toBeUndefined()
    }),
    { numRuns: propertyRuns(200) },
  )
  fc.assert(fc.property(fc.uint8Array(), (noise) => void expect(read(noise)).toBeUndefined()))
})

test('[F13] the worker refuses a PSBT of version 2, which does not contain its transaction in one piece', () => {
  const transaction = createTransaction(1_000n)
  expect(read(transaction.toPSBT(0))).toBeDefined()
  expect(read(transaction.toPSBT(2))).toBeUndefined()
})

test('[F13] the worker refuses a PSBT that contains two transactions', () => {
  const [honest, other] = [createTransaction(1_000n), createTransaction(2_000n)].map((one) => one.toPSBT(0))
  // Magic, and the key and value of the transaction.
  const [pair, otherPair] = [honest!, other!].map((one) => one.subarray(5, 5 + 3 + one[7]!))
  const twice = Buffer.concat([honest!.subarray(0, 5), otherPair!, pair!, honest!.subarray(5 + pair!.length)])
  expect(read(honest!)).toBeDefined()
  expect(read(new Uint8Array(twice))).toBeUndefined()
})

function createTransaction(amount: bigint): Transaction {
  const transaction = new Transaction(loose)
  transaction.addInput({ txid: 'ab'.repeat(32), index: 0 })
  transaction.addOutput({ script: Uint8Array.of(0x51), amount })
  return transaction
}
