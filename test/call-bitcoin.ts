/** What the worker answers of Bitcoin, without a worker. Bytes are copied, as between threads. */
import type { AdapterContext } from '../src/wallets/adapter.ts'
import { readPsbt } from '../worker/bitcoin/psbt.ts'

export const callBitcoin: AdapterContext['call'] = async (command, input) => {
  if (command !== 'readPsbt') throw new Error(`Nobody should ask for ${command}.`)
  return readPsbt(structuredClone(input) as { psbt: Uint8Array }) as never
}
