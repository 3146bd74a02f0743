/** BIP-174, against another library that reads and writes it. */
import { Psbt } from 'bitcoinjs-lib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPsbt } from '../../src/wallets/psbt.ts'
import { propertyRuns } from '../property-runs.ts'

const toHex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')
const bytes = (min: number, max: number) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((each) => Buffer.from(each))

const psbts = fc
  .record({
    inputs: fc.array(fc.record({ hash: bytes(32, 32), script: fc.option(bytes(1, 600)) }), {
      minLength: 1,
      maxLength: 5,
    }),
    outputs: fc.array(fc.record({ script: bytes(0, 300), value: fc.nat().map(BigInt) }), {
      minLength: 1,
      maxLength: 300,
    }),
  })
  .map(({ inputs, outputs }) => {
    const psbt = new Psbt()
    for (const [index, { hash, script }] of inputs.entries())
      psbt.addInput({ hash, index, ...(script && { witnessUtxo: { script, value: 1_000n } }) })
    return { psbt: psbt.addOutputs(outputs), scripts: inputs.map(({ script }) => script ?? undefined) }
  })

test('reads of a PSBT what it does and whose its inputs are', () => {
  fc.assert(
    fc.property(psbts, ({ psbt, scripts }) => {
      const read = readPsbt(new Uint8Array(psbt.toBuffer()))!
      expect(read.scripts.map(toHex)).toEqual(scripts.map(toHex))
      expect(toHex(read.unsigned)).toBe(toHex(psbt.data.getTransaction()))
    }),
    { numRuns: propertyRuns(200) },
  )
})

test('[F13] one that is cut short is none, and no bytes at all make it throw', () => {
  fc.assert(
    fc.property(psbts, fc.nat(), fc.nat(), fc.nat(255), ({ psbt }, cut, at, byte) => {
      const whole = new Uint8Array(psbt.toBuffer())
      // What the outputs say of themselves is not read: nothing here depends on it.
      const outputs = psbt.txOutputs.length
      const part = whole.slice(0, cut % (whole.length - outputs - 1))
      expect(readPsbt(part)).toBeUndefined()
      whole[at % whole.length] = byte
      readPsbt(whole)
      readPsbt(whole.slice(5))
    }),
    { numRuns: propertyRuns(500) },
  )
  fc.assert(fc.property(fc.uint8Array(), (noise) => void expect(readPsbt(noise)).toBeUndefined()))
})

test('[F13] says nothing of one that says its transaction twice', () => {
  const psbt = new Psbt().addInput({ hash: 'ab'.repeat(32), index: 0 })
  const [honest, other] = [1_000n, 2_000n].map((value) =>
    psbt
      .clone()
      .addOutput({ script: Buffer.from([0x51]), value })
      .toBuffer(),
  )
  // Magic, and the key and value of the transaction.
  const [pair, otherPair] = [honest!, other!].map((one) => one.subarray(5, 5 + 3 + one[7]!))
  const twice = Buffer.concat([honest!.subarray(0, 5), otherPair!, pair!, honest!.subarray(5 + pair!.length)])
  expect(readPsbt(new Uint8Array(honest!))).toBeDefined()
  expect(readPsbt(new Uint8Array(twice))).toBeUndefined()
})
