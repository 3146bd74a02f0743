/** One state of one view in the gallery. */
import type { Billfold, Options } from 'billfold'
import type { OpenableView, ViewName } from '../../../src/shell/routes.ts'
import type { Person } from './person.ts'
import type { PreparedWorker } from './prepared-worker.ts'
import type { SiteAnswers } from './sign-in-site.ts'
import type { Chain, SampleWallet } from './wallets.ts'

export interface State {
  /** Unique; also the file name of the state's pictures. */
  name: string
  /** The view on show. Views that pages can't open have names of their own here. */
  view: ViewName | 'Nft' | 'ReplacePayment' | 'SentPayment' | 'Token' | 'UnknownPayment' | 'Unverified'
  /** Description of the state, for `docs/views.md`. */
  when: string
  /** Wallets in the page, in this order. Default: Harbor, which approves. */
  wallets?: readonly SampleWallet[]
  /** Networks of the page besides Ethereum. */
  chains?: readonly Chain[]
  options?: Partial<Options>
  features?: NonNullable<Options['features']>
  /**
   * Set if the page asks for sign-in with the wallet. `unknown`: the status of the sign-in can't be loaded;
   * `impossible`: the page has no message to sign.
   */
  signIn?: 'required' | 'unknown' | 'impossible'
  /** Answers of the page's sign-in site. Absent: the page has no sign-in site. */
  site?: SiteAnswers
  /** Changes the worker's data. Default: an account with a few tokens, NFTs and two years of activity. */
  worker?(worker: PreparedWorker): void
  /** Names of the connected wallets, in this order. */
  connected?: readonly string[]
  /** The view that the page opens. Default: the start view. */
  open?: OpenableView
  /** Steps from there to the view. */
  steps?: readonly Step[]
  /** A text that appears when the view is complete. */
  see: string | RegExp
}

/** A press, a text typed into a field, or another step. */
export type Step = string | RegExp | readonly [field: string, text: string] | ((tools: Tools) => unknown)

export interface Tools {
  billfold: Billfold
  person: Person
  worker: PreparedWorker
}
