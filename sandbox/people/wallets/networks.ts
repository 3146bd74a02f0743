/**
 * The networks of a sandbox wallet: which one it is on, and which it knows. Those of the sandbox have nodes; every other
 * one leads to the first node, since it is there only to come from.
 */
import type { Hex } from 'viem'
import type { Approval } from './approval.ts'
import type { EvmNode, EvmNodes } from './evm-node.ts'
import { askToAddNetwork, askToSwitch } from './questions.ts'
import { createRpcError, INVALID_PARAMS, UNKNOWN_CHAIN } from './rpc-error.ts'

export interface Networks {
  getChainId(): Hex
  /** Of the network that the wallet is on. */
  getNode(): EvmNode
  /** What a person does in the wallet: goes to any network. */
  select(chainId: number): void
  /** What a person does in the wallet: removes a network from its list. */
  forget(chainId: number): void
  /** EIP-3326. @throws 4902 for a network that the wallet does not know */
  switchTo(params: unknown): Promise<null>
  /** EIP-3085: the wallet knows the network afterwards, and goes there with a question of its own. */
  add(params: unknown): Promise<null>
}

export interface NetworksOptions {
  /** The wallet knows the networks of all of them, and begins on the first. */
  nodes: EvmNodes
  site: string
  approval: Approval
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Name of the entry in the storage. */
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
