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
  /** What has happened. For `docs/views.md`. */
  when: string
  /** On the page, in this order. Default: Harbor, which approves. */
  wallets?: readonly SampleWallet[]
  /** That the page serves beside Ethereum. */
  chains?: readonly Chain[]
  options?: Partial<Options>
  features?: NonNullable<Options['features']>
  /** The page has people sign in with their wallet. `unknown`: whether they are cannot be found out; `impossible`: there is no message. */
  signIn?: 'required' | 'unknown' | 'impossible'
  /** The page has a sign-in site, which answers so. */
  site?: SiteAnswers
  /** What the worker says. Default: of somebody with a few tokens, NFTs and two years of activity. */
  worker?(worker: PreparedWorker): void
  /** The wallets that somebody is connected with, by name, in this order. */
  connected?: readonly string[]
  /** The view that the page opens. Default: where the modal starts. */
  open?: OpenableView
  /** The way from there to the view. */
  steps?: readonly Step[]
  /** There, once it shows what it is to show. */
  see: string | RegExp
}

/** What is pressed, what is typed into which field, or something else that happens. */
export type Step = string | RegExp | readonly [field: string, text: string] | ((tools: Tools) => unknown)

export interface Tools {
  billfold: Billfold
  person: Person
  worker: PreparedWorker
}
