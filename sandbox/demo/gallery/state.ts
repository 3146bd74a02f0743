/** One state of one view, as the gallery shows it. */
import type { Billfold, Options } from 'billfold'
import type { Person } from './person.ts'
import type { PreparedWorker } from './prepared-worker.ts'
import type { SampleWallet } from './wallets.ts'

export interface State {
  /** On the page, in this order. Default: Harbor, which approves. */
  wallets?: readonly SampleWallet[]
  options?: Partial<Options>
  /** What the worker says. Default: of somebody with a few tokens, NFTs and two years of activity. */
  worker?(worker: PreparedWorker): void
  /** Somebody is connected with the first wallet. */
  isConnected?: boolean
  /** Leads to the view, and waits until it shows what it is to show. */
  show(tools: { billfold: Billfold; person: Person }): Promise<void>
}
