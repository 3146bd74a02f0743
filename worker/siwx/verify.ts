/** Verifies a sign-in message: first its content, then its signature. */
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/contract/protocol.ts'
import { checkSiwxMessage } from '../../src/core/siwx/siwx-check.ts'
import type { CommandContext } from '../base/context.ts'
import type * as Bitcoin from './verify-bitcoin.ts'
import type * as Evm from './verify-evm.ts'
import type * as Solana from './verify-solana.ts'

/** Rejects if the code or a node is unavailable; the signature may still be valid (T17). */
export async function verifySignature(
  input: SignatureInput,
  context: CommandContext,
): Promise<SignatureVerdict> {
  const { fault } = checkSiwxMessage(input.message, input, context.clock.now())
  if (fault) return { outcome: 'invalid', fault }
  switch (getNamespace(input.caipNetworkId)) {
    case 'eip155':
      return (await context.load<typeof Evm>('evm')).verifyEvmSignature(input, context)
    case 'solana':
      return (await context.load<typeof Solana>('solana')).verifySolanaSignature(input)
    case 'bip122':
      return (await context.load<typeof Bitcoin>('bitcoin')).verifyBitcoinSignature(input)
    default:
      return { outcome: 'unknown' }
  }
}
