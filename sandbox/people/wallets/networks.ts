/**
 * A sandbox wallet's current network, and the networks in its list. Networks outside the sandbox use the first node:
 * tests only switch away from them.
 */
import type { Hex } from 'viem'
import type { Approval } from './approval.ts'
import type { EvmNode, EvmNodes } from './evm-node.ts'
import { askToAddNetwork, askToSwitch } from './questions.ts'
import { createRpcError, INVALID_PARAMS, UNKNOWN_CHAIN } from './rpc-error.ts'

export interface Networks {
  getChainId(): Hex
  /** The node of the current network. */
  getNode(): EvmNode
  /** Switches to any network, as a person does in the wallet. */
  select(chainId: number): void
  /** Removes a network from the wallet's list, as a person does in the wallet. */
  forget(chainId: number): void
  /** EIP-3326. @throws 4902 for a network that isn't in the wallet's list */
  switchTo(params: unknown): Promise<null>
  /** EIP-3085. Adds the network to the list; switching to it is a request of its own. */
  add(params: unknown): Promise<null>
}

export interface NetworksOptions {
  /** The nodes of the networks in the list; the wallet starts on the first. */
  nodes: EvmNodes
  site: string
  approval: Approval
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Storage key. */
  key: string
  onChange(chainId: Hex): void
}

export function createNetworks({ nodes, site, approval, storage, key, onChange }: NetworksOptions): Networks {
  const known = new Set<Hex>(nodes.map(({ chainId }) => toHex(chainId)))
  let current = (storage.getItem(key) ?? toHex(nodes[0].chainId)) as Hex

  function goTo(next: Hex): void {
    if (next === current) return
    current = next
    storage.setItem(key, current)
    onChange(current)
  }

  return {
    getChainId: () => current,
    getNode: () => nodes.find(({ chainId }) => toHex(chainId) === current) ?? nodes[0],
    select: (next) => goTo(toHex(next)),
    forget: (gone) => void known.delete(toHex(gone)),
    async switchTo(params) {
      const next = readChainId(params)
      if (!known.has(next)) throw createRpcError(UNKNOWN_CHAIN, `Unrecognized chain ID "${next}".`)
      if (next === current) return null
      await approval.ask(askToSwitch(site, Number(next)))
      goTo(next)
      return null
    },
    async add(params) {
      const next = readChainId(params)
      const [{ chainName, rpcUrls }] = params as [{ chainName: string; rpcUrls: string[] }]
      await approval.ask(askToAddNetwork(site, chainName, rpcUrls[0] ?? ''))
      known.add(next)
      return null
    },
  }
}

function readChainId(params: unknown): Hex {
  const [asked] = (params ?? []) as [{ chainId?: unknown }?]
  if (typeof asked?.chainId === 'string' && /^0x[1-9a-f][0-9a-f]*$/.test(asked.chainId))
    return asked.chainId as Hex
  throw createRpcError(INVALID_PARAMS, 'Expected a chain id in hex.')
}

function toHex(chainId: number): Hex {
  return `0x${chainId.toString(16)}`
}
