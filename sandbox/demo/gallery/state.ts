/** One state of one view, as the gallery shows it. */
import type { Billfold, Options } from 'billfold'
import type { OpenableView, ViewName } from '../../../src/shell/routes.ts'
import type { Person } from './person.ts'
import type { PreparedWorker } from './prepared-worker.ts'
import type { SiteAnswers } from './sign-in-site.ts'
import type { Chain, SampleWallet } from './wallets.ts'

export interface State {
  /** Unlike that of any other; its pictures are called so, too. */
  name: string
  /** Those that only the modal opens are named in their own rooms. */
  view: ViewName | 'Nft' | 'ReplacePayment' | 'SentPayment' | 'Token' | 'UnknownPayment' | 'Unverified'
  /** A description of the state, for `docs/views.md`. */
  when: string
  /** Wallets on the page, in this order. Default: Harbor, which approves. */
  wallets?: readonly SampleWallet[]
  /** Further networks of the page, besides Ethereum. */
  chains?: readonly Chain[]
  options?: Partial<Options>
  features?: NonNullable<Options['features']>
  /** The page has people sign in with their wallet. `unknown`: whether they are cannot be found out; `impossible`: there is no message. */
  signIn?: 'required' | 'unknown' | 'impossible'
  /** The page has a sign-in site with these answers. */
  site?: SiteAnswers
  /** The worker's data. Default: an account with a few tokens, NFTs and two years of activity. */
  worker?(worker: PreparedWorker): void
  /** Names of the connected wallets, in this order. */
  connected?: readonly string[]
  /** The view that the page opens. Default: the start view. */
  open?: OpenableView
  /** The way from there to the view. */
  steps?: readonly Step[]
  /** Runs in the view, once it shows its content. */
  see: string | RegExp
}

/** A press, a text typed into a field, or another step. */
export type Step = string | RegExp | readonly [field: string, text: string] | ((tools: Tools) => unknown)

export interface Tools {
  billfold: Billfold
  person: Person
  worker: PreparedWorker
}
