/** The tools that Billfold gives its ready-made sign-in options. A page's own sign-in option does not need them. */
import type { Network } from '../core/chains/networks.ts'
import type { CommandInput, CommandName, CommandOutput } from '../core/contract/protocol.ts'
import type { SIWX } from './siwx.ts'

export interface ReadySIWX extends SIWX {
  /** Base URL of the page's own server, if the worker sends requests to it. */
  serverUrl?: string
  /** Called before all other methods. */
  attach?(tools: SIWXTools): void
}

export interface SIWXTools {
  /** The page's networks. */
  networks: readonly Network[]
  /** Sends one command to the worker. */
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
}
