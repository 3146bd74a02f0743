/** An EVM chain with a history, and the index for the provider's API and the explorer. */
import { type Anvil, startAnvil } from './anvil.ts'
import { type ChainIndex, createChainIndex } from './chain-index.ts'
import { type EvmNetwork, skerry } from './evm-networks.ts'
import { writePast } from './past.ts'
import { writeSkerryPast } from './skerry-past.ts'
import { PAST_DAYS } from './timeline.ts'
import type { World } from './world.ts'

export interface EvmChain {
  network: EvmNetwork
  /** CAIP-2. */
  caipNetworkId: string
  anvil: Anvil
  index: ChainIndex
  world: World
}

/**
 * @param now seconds since 1970
 * @param onRestart called after a crashed node was restarted
 */
export async function startEvmChain(
  network: EvmNetwork,
  now: number,
  onRestart: (() => void) | undefined,
): Promise<EvmChain> {
  let index: ChainIndex | undefined
  const anvil = await startAnvil({
    chainId: network.id,
    genesis: now - PAST_DAYS * 86_400,
    onRestart:
      onRestart &&
      (() => {
        index?.forget()
        onRestart()
      }),
  })
  try {
    const world = await (network === skerry ? writeSkerryPast : writePast)(anvil, now)
    index = createChainIndex(anvil)
    await index.sync()
    return { network, caipNetworkId: `eip155:${network.id}`, anvil, index, world }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
