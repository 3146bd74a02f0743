/** Runs the worker's Bitcoin commands without a worker. Copies bytes, as a message between threads does. */
import type { AdapterContext } from '../src/wallets/adapter.ts'
import { readPsbt } from '../worker/bitcoin/psbt.ts'

export const callBitcoin: AdapterContext['call'] = async (command, input) => {
  if (command !== 'readPsbt') throw new Error(`Unexpected command: ${command}`)
  return readPsbt(structuredClone(input) as { psbt: Uint8Array }) as never
}
