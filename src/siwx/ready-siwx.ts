/** Tools that Billfold gives its ready-made sign-in options; a page's own option does not need them. */
import type { Network } from '../core/chains/networks.ts'
import type { CommandInput, CommandName, CommandOutput } from '../core/contract/protocol.ts'
import type { SIWX } from './siwx.ts'

export interface ReadySIWX extends SIWX {
  /** Base URL of the page's own server, if the worker needs to ask it. */
  serverUrl?: string
  /** Called before anything else. */
  attach?(tools: SIWXTools): void
}

export interface SIWXTools {
  /** The page's networks. */
  networks: readonly Network[]
  /** Calls one command of the worker. */
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
}
