/** What Billfold lends to its own ways of signing in; a page's own needs nothing of it. */
import type { Network } from '../core/chains/networks.ts'
import type { CommandInput, CommandName, CommandOutput } from '../core/contract/protocol.ts'
import type { SIWX } from './siwx.ts'

export interface ReadySIWX extends SIWX {
  /** Base URL of the page's own server, where the worker shall ask one. */
  serverUrl?: string
  /** Called before anything else. */
  attach?(tools: SIWXTools): void
}

export interface SIWXTools {
  /** Those of the page. */
  networks: readonly Network[]
  /** One command of the worker. */
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
}
