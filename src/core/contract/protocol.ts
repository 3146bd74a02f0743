/**
 * THE WORKER CONTRACT. Both threads implement it; nothing in it is derived from either.
 *
 * Verbs of the page: `watch(id, topic, params)` sends snapshots and events until it is stopped, `call(id, command, input)`
 * answers once and can be cancelled. Verbs of the worker: `snapshot`, `event`, and `ask`, for what only a page can do.
 *
 *   page ── hello ──▶ worker          page ── call ────▶ worker
 *   page ◀─ ready ─── worker          page ◀─ ask* ───── worker   (of this call; answered by the page)
 *   page ── watch ──▶ worker          page ── cancel ──▶ worker   (also when a deadline has passed)
 *   page ◀─ snapshot* worker          page ◀─ answer ─── worker
 *   page ◀─ event* ── worker          page ── ping ────▶ worker
 *   page ── unwatch ▶ worker          page ◀─ pong ───── worker
 *
 * When the worker is lost, the page opens its watches in the next one: a snapshot comes first, and the events of a watch
 * are numbered from 1 again, which tells a listener that some may be missing. Calls follow their rule, but a
 * call that has asked anything ends as `outcome_unknown` and is never sent again: a wallet may have acted on it.
 *
 * A change here needs a new version and a line of history; `test/core/contract/protocol-version.test.ts` asks for both.
 *
 * History
 * 1  networks, identity, portfolio, activity, nfts; page, more, refresh, forget, visible
 * 2  the rows of a page come as bytes
 * 3  networks and accounts carry their CAIP names; `store_unavailable`; a lazy domain has several addresses; calls have an
 *    id and can be cancelled; events; the worker asks; hello does not wait for the disk; base URLs by name; a head no
 *    longer says that more is loading, that of NFTs says how many were not looked at; names may be unavailable
 * 4  the deadline of commands that take a turn has room for a turn before it
 * 5  tokens say their contract and what they are worth as a number; a group of those that are unverified, and why, for
 *    NFTs too; nft: all that is known of one; transactionFacts: what the network's node says of one transaction;
 *    unverifiedActivity; the worker takes the device's time zone
 * 6  what sets a token apart is an UnverifiedToken; ensAddress, ensAvatar, encodeCall; the worker asks what the wallet
 *    itself knows of its assets; networks say where their names are resolved
 * 7  networks say which token counts as the balance, the portfolio's head how much of it there is
 * 8  project: what the dashboard decides; report; the directory of wallets: wallets, searchWallets, and which of them a
 *    page wants; walletConnect: the session with a wallet over WalletConnect; to pair, to wait for its approval, to
 *    request, to end; the worker is told the relay's address and what the app is called; verifySignature, askSignIn,
 *    checksumAddress; the host and the domain for them; askNode
 * 9  sent: what was handed to a wallet, and what became of it; rememberSent; findReceiver, recentReceivers, checkReceiver,
 *    transferFee, prepareTransfer; prices; swapTokens, swapQuote, prepareSwap; buying; names below the provider's zone; two more lazy domains
 * 10 pairing asks to sign in as well, and an approval says what was signed; rememberAsked and forgetAsked: what a wallet
 *    is about to be asked for; a swap is tried where a node can; originAllowed
 * 11 a payment is the same whichever letters the addresses of its tokens have
 * 12 walletConnect: that nobody knows whether there is a session
 * 13 one lazy domain for each large library; readSolana, readSignedSolana, readPsbt
 * 14 amounts of Solana tokens whose mint multiplies them; trackRequest and dropRequest, before rememberAsked and forgetAsked
 * 15 readSwap: whether a call is the swap or the approval that was shown; tokens to swap say why they are unverified
 * 16 typed amounts in any script's digits; receivers in links, with their network and token;
 *    names by network, contracts that exist on another network alone; fees that somebody else may pay
 * 17 an approved WalletConnect session waits until it is adopted while another one is in use; walletConnectAdopt; what a Solana
 *    wallet signed in place of the message; why the relay refuses
 * 18 payments that wait for other signers or to be carried out, those that were mined but not as reviewed, and
 *    those that nobody could compare; sendSolana
 * 19 amounts with marks between their digits, and links with a reference or a call, are refused
 * 20 a payment says that it is open again; what a rollup takes stands apart in a fee; when a name was
 *    looked up
 * 21 look-alikes say where only the history knows the other address; a name is looked up again before it is paid
 * 22 smartSessions: what applications may do on behalf of an account; revokeSmartSession; the dashboard decides about them
 * 23 networks say of which one they are a fork
 * 24 online: the page is back online
 * 25 values and prices of tokens as numbers
 * 26 accountKind: whether a connected account is a contract
 * 27 attributes of names
 * 28 tokenFacts: what the chain says of a token that a page asks for; pay_busy and feature_off
 * 29 rows of activity say all that moved
 * 30 consent_missing: a page confirmed a payment before the person agreed to its warnings
 * 31 fees and permitted functions have `max`, before `most`
 * 32 a filter of activity; activityCsv
 * 33 the portfolio's head says how many tokens have no price; keptBytes: how much is kept of an account
 * 34 what can be bought, and paid with, has pictures
 * 35 allowances, prepareRevocation; readSwap knows revocations
 * 36 prepareReplacement; payments say what they replace, their number, and whether a block has them
 */
import type { Allowances, PreparedRevocation, RevocationDraft } from '../payments/allowance.ts'
import type { NameOffer, NameRegistration, NameSuggestions } from '../names/account-name.ts'
import type { AccountKind } from '../assets/account-kind.ts'
import type {
  ActivityCsv,
  ActivityFilter,
  ActivityHead,
  ActivityPlace,
  ActivityRow,
  TransactionFacts,
  UnverifiedActivity,
} from '../assets/activity.ts'
import type { CaipAddress, CaipNetworkId } from '../chains/caip.ts'
import type { ErrorRecord } from '../base/errors.ts'
import type { Identity } from '../assets/identity.ts'
import type { PackedPage } from './list.ts'
import type { Network } from '../chains/networks.ts'
import type { NftDetails, NftRow, NftsHead } from '../assets/nfts.ts'
import type {
  OnRampOptions,
  OnRampPurchase,
  OnRampPurchasesInput,
  OnRampQuote,
  OnRampQuoteInput,
  OnRampUrlInput,
  TokenBalance,
  TokenBalanceInput,
} from '../payments/onramp.ts'
import type { PortfolioHead, TokenRow } from '../assets/portfolio.ts'
import type { PricesInput, TokenPrice } from '../assets/prices.ts'
import type { ProjectConfig, Report } from './project.ts'
import type { PreparedReplacement, ReplacementInput } from '../payments/replacement.ts'
import type { PendingRequest, Payment, SentList, SentTransaction } from '../payments/sent.ts'
import type { SmartSessionRevocation, SmartSessions } from '../assets/smart-session.ts'
import type { SIWXExpectation, SIWXFault } from '../siwx/siwx-check.ts'
import { DISK_DEADLINE, LOOK_DEADLINE, PAIR_DEADLINE, TURN_DEADLINE } from './time-limits.ts'
import type {
  FoundReceiver,
  PreparedTransfer,
  ReceiverCheckInput,
  ReceiverInput,
  ReceiverWarning,
  RecentReceivers,
  TokenFacts,
  TokenFactsInput,
  TransferFee,
  TransferInput,
} from '../payments/transfer.ts'
import type {
  PreparedSwap,
  SwapCall,
  SwapDraft,
  SwapQuote,
  SwapReading,
  SwapTokens,
  SwapTokensInput,
} from '../payments/swap.ts'
import type { SolanaAnswer, SolanaReading } from '../payments/transaction-step.ts'
import type { WalletSearch, WalletsPage, WalletsParams } from '../assets/wallet.ts'
import type {
  WalletConnectApproval,
  WalletConnectEvent,
  WalletConnectPairing,
  WalletConnectProposal,
  WalletConnectRequest,
  WalletConnectSignIn,
  WalletConnectState,
} from './walletconnect.ts'

export const PROTOCOL_VERSION = 36

/** Size limit of a message to the page, in bytes of its JSON form; for a list page, the size of its own bytes. */
export const MESSAGE_LIMIT = 100_000

/** Topic → [params, data], and a third for topics with events: [params, data, event]. */
export interface Topics {
  /** Networks that the API serves. */
  networks: [params: NoParams, data: SupportedNetworks]
  /** The settings of the project's dashboard for this page. */
  project: [params: NoParams, data: ProjectConfig]
  identity: [params: AccountParams, data: Identity]
  portfolio: [params: AccountParams, data: PortfolioHead]
  /**
   * With a filter: the matching loaded rows, in list order, while the topic is watched. The filter makes no network
   * request.
   */
  activity: [params: ActivityParams, data: ActivityHead]
  nfts: [params: AccountParams, data: NftsHead]
  /** The smart sessions of this account; EVM only. */
  smartSessions: [params: AccountParams, data: SmartSessions]
  /** Spending caps of tokens, read anew from the network's node; EVM alone. */
  allowances: [params: AccountParams, data: Allowances]
  /** Shared by all tabs. The stored session is there at once, also offline. */
  walletConnect: [params: NoParams, data: WalletConnectState, event: WalletConnectEvent]
  /** Payments that this account has sent on this network. One tab for all follows them while one is open. */
  sent: [params: AccountParams, data: SentList]
  /** Kept: the lists of the last time are there at once, also without a network. */
  wallets: [params: WalletsParams, data: WalletsPage]
}

/** Command → [input, output]. */
export interface Commands {
  /** Rows of a list that is known; never asks the network. */
  page: [input: PageInput, output: PackedPage]
  /** The creator's data about one NFT, and its whole picture. Stored for offline use. */
  nft: [input: NftInput, output: NftDetails]
  /** Fetches the next older page of activity; resolves when it is stored or has failed (see the topic). */
  more: [input: AccountParams, output: undefined]
  /** Asks the network now, however recent the data is. Resolves when the topic's snapshot is settled. */
  refresh: [input: { topic: TopicName; params: TopicParams<TopicName> }, output: undefined]
  /** The loaded activity as CSV, or the rows that match a filter, in parts. Never asks the network. */
  activityCsv: [input: ActivityParams & { after?: ActivityPlace }, output: ActivityCsv]
  /** The newest unverified activity, newest first. Never asks the network. */
  unverifiedActivity: [input: AccountParams, output: readonly UnverifiedActivity[]]
  /** Facts about a transaction of this account from the network's node; absent facts were not in its answer. */
  transactionFacts: [input: TransactionInput, output: TransactionFacts]
  /** The address of a name, with its checksum; undefined when the name has none. Not kept. */
  ensAddress: [input: NameInput, output: string | undefined]
  /** The https address of a name's picture; undefined when it has none. Not kept. */
  ensAvatar: [input: NameInput, output: string | undefined]
  /** Names below the zone that begin like this one, and whether they are free. @throws name_suggestions_failed */
  nameSuggestions: [input: { label: string; caipNetworkId: CaipNetworkId }, output: NameSuggestions]
  /** The message to sign for a name; call it right before the wallet request. @throws name_unresolved */
  prepareName: [input: NameRegistrationInput, output: NameOffer]
  /** Sent once. @throws name_stale, name_register_failed, outcome_unknown (it may be registered) */
  registerName: [
    input: NameRegistrationInput & { message: string; signature: string },
    output: NameRegistration,
  ]
  /** The calldata of a contract call: 0x and hexadecimal digits. */
  encodeCall: [input: ContractCall, output: string]
  /** The node's answer to a read; methods that sign or send are refused. Not kept. */
  askNode: [input: NodeQuestion, output: unknown]
  /**
   * The kind of a connected account on its network; undefined where the page has no node, and outside EVM. The answer
   * `contract` is permanent; any other is asked for again after 30 s.
   */
  accountKind: [input: AccountParams, output: AccountKind | undefined]
  /**
   * Makes a link for a wallet. Everything is requested as optional: a wallet may approve less.
   * @throws relay_unreachable, code_missing
   */
  walletConnectPair: [
    input: { namespaces: WalletConnectProposal; signIn?: WalletConnectSignIn },
    output: WalletConnectPairing,
  ]
  /**
   * Waits until a wallet has approved this pairing. A session that was there before stays in use until this one is
   * adopted, for some seconds at most. To cancel it is to give the pairing up.
   * @throws wallet_declined, pairing_expired, relay_unreachable, wallet_bad_answer
   */
  walletConnectApproval: [input: { id: string }, output: WalletConnectApproval]
  /** The approved session is usable: it replaces the one in use, which ends now. @throws session_ended */
  walletConnectAdopt: [input: { id: string }, output: undefined]
  /**
   * Asks the wallet; the answer is unchecked. After 5 minutes a wallet drops the request, and it ends as outcome_unknown.
   * @throws wallet_declined, wallet_failed (context: code, of JSON-RPC), session_ended, outcome_unknown, relay_unreachable
   * (nothing was sent)
   */
  walletConnectRequest: [input: WalletConnectRequest, output: unknown]
  /** Ends the session here at once, whether or not the wallet can be told; telling it takes at most 5 s. */
  walletConnectEnd: [input: { id: string }, output: undefined]
  /** Wallets of the directory whose names match, the best first; at most 100. Not kept. */
  searchWallets: [input: WalletSearch, output: WalletsPage]
  /** The steps of a Solana transaction, read from its bytes, and whether they make this payment. @throws code_missing */
  readSolana: [input: { transaction: Uint8Array; payment?: Payment }, output: SolanaReading]
  /**
   * The signed transaction; before the answer, the transaction to sign; undefined if the answer is invalid. @throws code_missing
   */
  readSignedSolana: [input: SolanaAnswer, output: Uint8Array | undefined]
  /**
   * Sends a signed transaction of Solana through the network's node. Sending it again does nothing.
   * @throws transaction_bad (the node refuses it: nothing was sent), call_unsupported (the page names no node)
   */
  sendSolana: [input: { caipNetworkId: CaipNetworkId; transaction: Uint8Array }, output: undefined]
  /** Whether a signed sign-in message matches the request and carries a valid signature of its account. */
  verifySignature: [input: SignatureInput, output: SignatureVerdict]
  /**
   * Reads a PSBT (BIP-174); undefined for bytes that are no PSBT of version 0. The answer contains the page's own bytes, so
   * it may be larger than `MESSAGE_LIMIT`.
   */
  readPsbt: [input: { psbt: Uint8Array }, output: PsbtReading | undefined]
  /** An EVM address with its checksum (EIP-55). */
  checksumAddress: [input: { address: string }, output: string]
  /** Asks the page's own server for sign-in, with its cookies. Only reads are retried. */
  askSignIn: [input: SignInQuestion, output: unknown]
  /**
   * The address of a name on this account's network; undefined if the name has none.
   * @throws name_invalid, name_unresolved, names_unavailable, network_missing (there are no names here)
   */
  findReceiver: [input: AccountParams & { name: string }, output: FoundReceiver | undefined]
  /** Recently paid addresses, to choose from; the node is asked who received tokens. */
  recentReceivers: [input: AccountParams & Pick<ReceiverInput, 'own'>, output: RecentReceivers]
  /** Warnings about a draft's receiver, the most dangerous first. @throws transfer_incomplete */
  checkReceiver: [input: ReceiverCheckInput, output: readonly ReceiverWarning[]]
  /**
   * Facts about a token or the native token, from the chain. @throws network_missing, transfer_refused, and the node's
   * errors
   */
  tokenFacts: [input: TokenFactsInput, output: TokenFacts]
  /** The fee of a native transfer, for Max; undefined where the node does not answer. */
  transferFee: [input: AccountParams, output: TransferFee | undefined]
  /**
   * Builds the transaction that the draft asks for, and simulates it on a node.
   * @throws transfer_incomplete (context: problem), transfer_refused (context: reason), network_missing, and the errors of
   * node calls that are indispensable
   */
  prepareTransfer: [input: TransferInput, output: PreparedTransfer]
  /** Tracks a sent transaction until its outcome is known. Safe to repeat. */
  rememberSent: [input: SentTransaction, output: undefined]
  /**
   * Stores a payment before the wallet is asked for it, and looks for it on the network. Keeps an existing entry. Returns
   * the account's other sent and requested payments, from all tabs.
   */
  trackRequest: [input: PendingRequest, output: SentList]
  /** Stops looking for a requested payment. */
  dropRequest: [input: Pick<PendingRequest, 'account' | 'id'>, output: undefined]
  /**
   * Prepares the replacement of a payment, if the node says that it still waits. Not kept.
   * @throws network_missing, code_missing, and the node's errors
   */
  prepareReplacement: [input: ReplacementInput, output: PreparedReplacement]
  /** Prices of tokens; tokens without a known price are left out. Kept for 30 s. */
  prices: [input: PricesInput, output: readonly TokenPrice[]]
  /** Tokens to buy and payment currencies. If the API cannot be reached, samples that are marked as such. Not kept. */
  onRampOptions: [input: NoParams, output: OnRampOptions]
  /** The price of a purchase. Without a quote, a placeholder that is marked as such. Not kept. */
  onRampQuote: [input: OnRampQuoteInput, output: OnRampQuote]
  /** The provider's payment page: https, or http on this machine. @throws onramp_unavailable */
  onRampUrl: [input: OnRampUrlInput, output: string]
  /** The provider's list of purchases; no proof that a token has arrived. Not kept. */
  onRampPurchases: [input: OnRampPurchasesInput, output: readonly OnRampPurchase[]]
  /** The account's balance of a token, from the network's node. Not kept. */
  tokenBalance: [input: TokenBalanceInput, output: TokenBalance]
  /** Tokens that can be swapped on a network; empty if it has no swaps. Kept for an hour. */
  swapTokens: [input: SwapTokensInput, output: SwapTokens]
  /** The expected result of a swap. Not kept. @throws swap_unsupported, swap_no_quote */
  swapQuote: [input: SwapDraft, output: SwapQuote]
  /**
   * The transactions to sign for a swap, decoded and checked, and simulated where a node can.
   * @throws swap_unsupported, swap_no_quote, swap_refused (context: reason)
   */
  prepareSwap: [input: SwapDraft, output: PreparedSwap]
  /**
   * Whether a call does exactly what this payment says: the swap, the approval before it, or a revocation. Decodes the
   * calldata with the check of `prepareSwap`.
   * @throws code_missing
   */
  readSwap: [input: { transaction: SwapCall; payment: Payment }, output: SwapReading]
  /**
   * Builds the transaction that revokes an allowance, and simulates it on a node.
   * @throws network_missing, and the node's error where it does not return the allowance
   */
  prepareRevocation: [input: RevocationDraft, output: PreparedRevocation]
  /**
   * Revokes a smart session with the wallet's signature. Sent once.
   * @throws smart_session_kept (it still holds; context: said), outcome_unknown (it may be revoked)
   */
  revokeSmartSession: [
    input: AccountParams & { id: string; signature: string },
    output: SmartSessionRevocation,
  ]
  /** Approximate size of this account's stored data on all networks of its namespace, in bytes. */
  keptBytes: [input: AccountParams, output: number]
  /** Removes all stored data of this account, on every network of its namespace, in every tab. */
  forget: [input: AccountParams, output: undefined]
  /** Whether the project's dashboard allows pages of this origin to sign people in. Not kept. */
  originAllowed: [input: { origin: string }, output: boolean]
  /** Reports an event on the page to the project's owner. Sent once; a failure only rejects. */
  report: [input: Report, output: undefined]
  /** Whether the page is visible. A hidden page is not polled for. */
  visible: [input: { visible: boolean }, output: undefined]
  /** The page is back online: failed topics are fetched again at once, unless a server forbids it. */
  online: [input: Record<string, never>, output: undefined]
}

/** Question → [input, output]: what the worker asks the page. */
export interface Asks {
  /** The domain's `attempt`-th address, from 0, for an `import()`; undefined when there is no other. */
  domainUrl: [input: { domain: LazyDomain; attempt: number }, output: string | undefined]
  /** The connected wallet's own report of the account's assets, unchecked; undefined where it has none. */
  walletAssets: [input: AccountParams, output: unknown]
}

export type TopicName = keyof Topics
export type CommandName = keyof Commands
export type TopicParams<T extends TopicName> = Topics[T][0]
export type TopicData<T extends TopicName> = Topics[T][1]
export type TopicEvent<T extends TopicName> = Topics[T] extends readonly [unknown, unknown, infer Event]
  ? Event
  : never
export type CommandInput<C extends CommandName> = Commands[C][0]
export type CommandOutput<C extends CommandName> = Commands[C][1]
export type AskName = keyof Asks
export type AskInput<A extends AskName> = Asks[A][0]
export type AskOutput<A extends AskName> = Asks[A][1]

export type NoParams = Readonly<Record<string, never>>
export interface AccountParams {
  /** CAIP-10; eip155 addresses in lower case. */
  account: CaipAddress
}

export interface ActivityParams extends AccountParams {
  filter?: ActivityFilter
}

/** Topics whose data is the head of a list, and the rows of each. */
export interface ListRows {
  portfolio: TokenRow
  activity: ActivityRow
  nfts: NftRow
}
export type ListName = keyof ListRows
export type ListRow = ListRows[ListName]
export interface PageInput extends ActivityParams {
  list: ListName
  /** Page number, from 0. */
  index: number
}

export interface TransactionInput extends AccountParams {
  /** 0x and 64 hexadecimal digits. */
  hash: string
  /** The signer, if the row names one: the node's answer must name the same. */
  from?: string | undefined
}

export interface NameInput {
  name: string
  /** CAIP-2 of a network that the page named with a contract for names. */
  caipNetworkId: CaipNetworkId
}

export interface NameRegistrationInput extends AccountParams {
  /** The full name, including the zone. */
  name: string
}

export interface ContractCall {
  address: string
  /** As the compiler gives it, or a part of it. */
  abi: readonly unknown[]
  functionName: string
  args?: readonly unknown[] | undefined
}

export interface SignatureInput extends SIWXExpectation {
  /** As it was signed, letter by letter. */
  message: string
  /** Hex for eip155, base58 for solana, base64 for bip122. */
  signature: string
  /**
   * Base58: the off-chain message that a Solana wallet signed, which contains `message`. Absent if it signed `message`
   * itself.
   */
  signedMessage?: string | undefined
}

/**
 * unknown: could not be verified. signer: another account has signed. signature: not a valid signature of this account over
 * this message.
 */
export type SignatureVerdict =
  | { outcome: 'valid' | 'unknown' }
  | { outcome: 'invalid'; fault: SIWXFault | 'signer' | 'signature' }

/** A parsed PSBT, with the bytes that were parsed: the page trusts the result only for exactly these bytes. */
export interface PsbtReading {
  psbt: Uint8Array
  /** The transaction without signatures: PSBTs that are equal here make the same payment. */
  unsigned: Uint8Array
  /** The locking script of each output that is spent, by input; undefined where the PSBT does not contain it. */
  scripts: readonly (Uint8Array | undefined)[]
}

/** A request to a sign-in server: the path below its base URL, and the method. */
export type SignInQuestion =
  | { path: 'nonce' | 'session'; query: Readonly<Record<string, string>> }
  | { path: 'verify' | 'sign-out'; body: unknown }

/** JSON-RPC. */
export interface NodeQuestion {
  /** CAIP-2 of a network that the page named. */
  caipNetworkId: CaipNetworkId
  method: string
  params: readonly unknown[]
}

export interface NftInput extends AccountParams {
  /** The `id` of the NFT's row. */
  id: string
  /** The person asks for an unverified NFT; without it only the network's node is asked. */
  show: boolean
}

export interface SupportedNetworks {
  /** CAIP-2, served over HTTP. */
  http: readonly string[]
  /** CAIP-2, served over WebSocket. */
  ws: readonly string[]
}

/** The whole value of a topic at one moment. */
export interface Snapshot<T> {
  /** Absent until the first data arrives. */
  data: T | undefined
  /** When `data` came from the network: milliseconds since 1970. Absent with `data`. */
  fetchedAt: number | undefined
  status: SnapshotStatus
  /**
   * Why the last attempt failed; only with `failed`. Its context has times in milliseconds since 1970: `since`, the first
   * failure; `retryAt`, the next automatic attempt; `pauseEnd`, the end of a pause that a server imposed or a failed
   * balance call started.
   */
  error?: ErrorRecord
}

/**
 * loading: no data yet, being fetched. fresh: within its stale time. cached: past its stale time, from the store, and not
 * checked by this worker yet. stale: past its stale time, and checked by this worker before. failed: the last attempt
 * failed; known data stays.
 */
export type SnapshotStatus = 'loading' | 'cached' | 'fresh' | 'stale' | 'failed'

/**
 * How long a command may take, and what happens to it when the worker is lost in between: a command that only
 * reads or may be repeated is sent again, unless it has asked anything; one that a wallet may have acted on ends as
 * `outcome_unknown`.
 */
export interface CommandRule {
  /**
   * When the page gives up and tells the worker so; milliseconds. The worker ends what it does `ANSWER_MARGIN` earlier.
   * Undefined for commands that wait for a person.
   */
  deadline: number | undefined
  onLoss: 'replay' | 'outcome_unknown'
}

export const commandRules: Readonly<Record<CommandName, CommandRule>> = {
  page: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  nft: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  more: { deadline: TURN_DEADLINE, onLoss: 'replay' },
  refresh: { deadline: TURN_DEADLINE, onLoss: 'replay' },
  activityCsv: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  unverifiedActivity: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  transactionFacts: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  ensAddress: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  ensAvatar: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  nameSuggestions: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  prepareName: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  registerName: { deadline: LOOK_DEADLINE, onLoss: 'outcome_unknown' },
  encodeCall: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  askNode: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  accountKind: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  walletConnectPair: { deadline: PAIR_DEADLINE, onLoss: 'replay' },
  walletConnectApproval: { deadline: undefined, onLoss: 'outcome_unknown' },
  walletConnectAdopt: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  walletConnectRequest: { deadline: undefined, onLoss: 'outcome_unknown' },
  walletConnectEnd: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  searchWallets: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  readSolana: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  readSignedSolana: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  // A repeat may reach a node that lags behind and refuses the transaction, although another node accepted it.
  sendSolana: { deadline: LOOK_DEADLINE, onLoss: 'outcome_unknown' },
  verifySignature: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  readPsbt: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  checksumAddress: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  // A nonce works once: a repeat would be refused although the first request succeeded.
  askSignIn: { deadline: DISK_DEADLINE, onLoss: 'outcome_unknown' },
  swapTokens: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  swapQuote: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  prepareSwap: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  readSwap: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  findReceiver: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  recentReceivers: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  checkReceiver: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  tokenFacts: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  transferFee: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  prepareTransfer: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  rememberSent: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  trackRequest: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  dropRequest: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  prepareReplacement: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  prices: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  onRampOptions: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  onRampQuote: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  onRampUrl: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  onRampPurchases: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  tokenBalance: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  prepareRevocation: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  // A repeat would be refused although the first request succeeded.
  revokeSmartSession: { deadline: LOOK_DEADLINE, onLoss: 'outcome_unknown' },
  keptBytes: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  forget: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  originAllowed: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  report: { deadline: LOOK_DEADLINE, onLoss: 'outcome_unknown' },
  visible: { deadline: 5_000, onLoss: 'replay' },
  online: { deadline: 5_000, onLoss: 'replay' },
}

/** The worker serves only if it was started under this name (`new Worker(url, { type: 'module', name })`). */
export const WORKER_NAME = 'billfold'

/**
 * How the worker was started. caller: by the page's own option. asset: from the file that a bundler copied. module: from the
 * file that a bundler built from the worker's code. blob: from a blob. in-thread: without a worker, on the page's thread.
 */
export type WorkerMode = 'caller' | 'asset' | 'module' | 'blob' | 'in-thread'

/** The files of large libraries, which the worker loads when they are first needed. */
export type LazyDomain = 'evm' | 'solana' | 'bitcoin' | 'walletconnect'

/** The first message: everything that the worker needs to know about the page. */
export interface Hello {
  version: number
  mode: WorkerMode
  config: WorkerConfig
}

/** Base URLs of the hosts that the worker talks to, without a trailing slash. */
export interface HostUrls {
  /** The blockchain API. */
  api: string
  /** The wallet directory, and what the dashboard decides. */
  explorer: string
  /** Takes reports. */
  analytics: string
  /** The page's own server for sign-in; absent where it has none. */
  signIn?: string
}
export type HostName = keyof HostUrls

export interface WorkerConfig {
  projectId: string
  /** `st`: the kind of SDK that sends the call. */
  sdkType: string
  /** `sv`: `framework-adapters-version`. The balance call answers empty without it. */
  sdkVersion: string
  urls: Readonly<HostUrls>
  /** Meld's base URL, and the key by which it knows the page; absent: its public host, and no key. */
  onRamp?: { url?: string | undefined; publicKey?: string | undefined }
  /** Of WalletConnect's relay: wss, or ws on this machine. */
  relayUrl: string
  /** The app's description that a wallet shows with requests. */
  metadata: { name: string; description?: string; url: string; icons?: readonly string[] }
  networks: readonly Network[]
  /** Ids of wallets of the directory that the page names. */
  wallets: Readonly<Record<'featured' | 'included' | 'excluded', readonly string[]>>
  /** BCP 47, for figures and dates. */
  locale: string
}

export interface Ready {
  version: number
}

export interface Pong {
  /** memory: fetched data is lost on reload. opening: not known yet. */
  storage: 'opening' | 'indexeddb' | 'memory'
  /** Jobs that run without watchers. With no jobs, watches or calls, the page may end the worker. */
  jobs: number
}

/** What the worker offers; exposed over comlink. Ids are the page's, unique among watches and calls of this worker. */
export interface WorkerApi {
  /** Answers at once, without waiting for disk or network. */
  hello(hello: Hello, host: Host): Promise<Ready>
  watch<T extends TopicName>(id: number, topic: T, params: TopicParams<T>): Promise<void>
  unwatch(id: number): Promise<void>
  call<C extends CommandName>(id: number, command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
  /** Cancels a call. Its effects so far remain. */
  cancel(id: number): Promise<void>
  ping(): Promise<Pong>
}

/** What the page offers to the worker; passed as a comlink proxy with `hello`. */
export interface Host {
  snapshot(id: number, snapshot: Snapshot<TopicData<TopicName>>): void
  /**
   * Events arrive exactly once and in order while the watch lives. `seq` counts from 1 for each watch in each worker: a
   * listener that sees 1 again may have missed events between two workers.
   */
  event(id: number, seq: number, event: TopicEvent<TopicName>): void
  /**
   * Asks on behalf of the call with this id; undefined: of no call. Cancelling the call cancels the question.
   * @throws aborted if the call was cancelled, and what the page's handler throws.
   */
  ask<A extends AskName>(callId: number | undefined, question: A, input: AskInput<A>): Promise<AskOutput<A>>
}
