/** The type of a translation: all messages of the product. A missing message is a type error. */
import type { texts as button } from '../../src/button/texts.ts'
import type { texts as portfolioElement } from '../../src/portfolio/texts.ts'
import type { texts as signInSite } from '../../src/wallets/auth/texts.ts'
import type { texts as account } from '../account/texts.ts'
import type { texts as activity } from '../activity/texts.ts'
import type { texts as allowances } from '../allowances/texts.ts'
import type { texts as allWallets } from '../all-wallets/texts.ts'
import type {
  errorTexts as errors,
  otherErrorTexts as otherErrors,
  quotedTexts as quotedErrors,
  relayTexts as relay,
  signatureFaults,
  statusTexts as status,
  walletTexts as walletErrors,
  walletReasons,
} from '../base/error-texts.ts'
import type { texts as buy } from '../buy/texts.ts'
import type { texts as nameFailures } from '../components/name-failure-texts.ts'
import type { texts as nextActions } from '../components/next-actions-texts.ts'
import type { texts as common } from '../components/texts.ts'
import type { texts as waiting } from '../components/waiting-texts.ts'
import type { texts as connectMore } from '../connect/more-texts.ts'
import type { texts as connect } from '../connect/texts.ts'
import type { texts as downloads } from '../downloads/texts.ts'
import type { texts as walletGuide } from '../guides/texts.ts'
import type { texts as login } from '../login/texts.ts'
import type { frameTexts as frame } from '../modal/frame-texts.ts'
import type { texts as snacks } from '../modal/snack-texts.ts'
import type { texts as money } from '../money/texts.ts'
import type { texts as names } from '../names/texts.ts'
import type { guideTexts as networkGuide } from '../networks/guide-texts.ts'
import type { texts as otherNetworks } from '../networks/other-texts.ts'
import type { texts as networks } from '../networks/texts.ts'
import type { texts as nfts } from '../nfts/texts.ts'
import type { texts as pay } from '../pay/texts.ts'
import type { failures as paymentFailures, texts as reviews } from '../payments/review-texts.ts'
import type { texts as payments } from '../payments/texts.ts'
import type { texts as portfolioPage } from '../portfolio-page/texts.ts'
import type { texts as portfolio } from '../portfolio/texts.ts'
import type { texts as receive } from '../receive/texts.ts'
import type { texts as send } from '../send/texts.ts'
import type { texts as signIn } from '../siwx/texts.ts'
import type { texts as smartSessions } from '../smart-sessions/texts.ts'
import type { texts as swap } from '../swap/texts.ts'
import type { texts as unverified } from '../unverified/texts.ts'
import type { texts as walletConnect } from '../walletconnect/texts.ts'
import type { texts as wallets } from '../wallets/texts.ts'

/** The English messages, by part of the product. */
interface English {
  account: typeof account
  activity: typeof activity
  allWallets: typeof allWallets
  allowances: typeof allowances
  button: typeof button
  buy: typeof buy
  common: typeof common
  connect: typeof connect
  connectMore: typeof connectMore
  downloads: typeof downloads
  errors: typeof errors
  frame: typeof frame
  login: typeof login
  money: typeof money
  nameFailures: typeof nameFailures
  names: typeof names
  networkGuide: typeof networkGuide
  networks: typeof networks
  nextActions: typeof nextActions
  nfts: typeof nfts
  otherErrors: typeof otherErrors
  otherNetworks: typeof otherNetworks
  pay: typeof pay
  paymentFailures: typeof paymentFailures
  payments: typeof payments
  portfolio: typeof portfolio
  portfolioElement: typeof portfolioElement
  portfolioPage: typeof portfolioPage
  quotedErrors: typeof quotedErrors
  receive: typeof receive
  relay: typeof relay
  reviews: typeof reviews
  send: typeof send
  signIn: typeof signIn
  signInSite: typeof signInSite
  signatureFaults: typeof signatureFaults
  smartSessions: typeof smartSessions
  snacks: typeof snacks
  status: typeof status
  swap: typeof swap
  unverified: typeof unverified
  waiting: typeof waiting
  walletConnect: typeof walletConnect
  walletErrors: typeof walletErrors
  walletGuide: typeof walletGuide
  walletReasons: typeof walletReasons
  wallets: typeof wallets
}

/** One text for each plural form of the language; a single string if the language has only one form. */
export type Plurals = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string })

type Translated<T> = T extends { readonly one: string; readonly other: string }
  ? Plurals
  : T extends `${string}{n}${string}`
    ? Plurals
    : T extends string
      ? string
      : { readonly [K in keyof T]: Translated<T[K]> }

type Partially<T> = T extends string ? T : { readonly [K in keyof T]?: Partially<T[K]> }

/** All messages, in another language. */
export type Translation = Translated<English>

/** Some of the messages, as a page may replace them. */
export type Texts = Partially<Translation>
