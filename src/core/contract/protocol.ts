/**
 * THE WORKER CONTRACT. Both threads implement it, and it is written by hand: no part of it is derived from their code.
 *
 * The page calls `watch(id, topic, params)`, which sends snapshots and events until the page stops it, and
 * `call(id, command, input)`, which returns one answer and can be cancelled. The worker calls `snapshot`, `event`, and
 * `ask`, for what only a page can do.
 *
 *   page ── hello ──▶ worker          page ── call ────▶ worker
 *   page ◀─ ready ─── worker          page ◀─ ask* ───── worker   (of this call; answered by the page)
 *   page ── watch ──▶ worker          page ── cancel ──▶ worker   (also when a deadline has passed)
 *   page ◀─ snapshot* worker          page ◀─ answer ─── worker
 *   page ◀─ event* ── worker          page ── ping ────▶ worker
 *   page ── unwatch ▶ worker          page ◀─ pong ───── worker
 *
 * If the worker is lost, the page repeats its watches in the next worker: each watch begins with a snapshot, and its events
 * are numbered from 1 again, which tells a listener that events may be missing. Calls follow their rule in `commandRules`.
 * A call that has asked the page something fails with `outcome_unknown` and is never sent again: a wallet may have acted.
 *
 * Each change of this contract needs a new version and a line of history; `test/core/contract/protocol-version.test.ts`
 * checks both.
 *
 * History: what each version added or changed
 * 1  networks, identity, portfolio, activity, nfts; page, more, refresh, forget, visible
 * 2  the rows of a page of a list are sent as bytes
 * 3  networks and accounts have CAIP ids; `store_unavailable`; a lazy domain has several URLs; calls have an id and can be
 *    cancelled; events; the worker's questions; hello does not wait for the disk; base URLs by name; a list's head no
 *    longer says that more is loading; the head of NFTs has the number of unchecked ones; names may be unavailable
 * 4  the deadline of commands that need a turn includes time for an earlier turn
 * 5  tokens have their contract and their value as a number; a group of unverified tokens, with reasons, and the same for
 *    NFTs; nft: details of one NFT; transactionFacts: facts about one transaction from the network's node;
 *    unverifiedActivity; the worker takes the device's time zone
 * 6  the signs of an unverified token are an UnverifiedToken; ensAddress, ensAvatar, encodeCall; the worker asks for the
 *    assets that the wallet reports; networks have the contract that resolves their names
 * 7  networks have the token that is shown as the balance; the portfolio's head has its amount
 * 8  project: the dashboard's settings; report; the wallet directory: wallets, searchWallets, and the wallets that a page
 *    names; walletConnect: the session over WalletConnect; pairing, waiting for approval, requests, ending the session;
 *    the worker gets the relay's URL and the app's name; verifySignature, askSignIn, checksumAddress, with host and
 *    domain; askNode
 * 9  sent: payments that a wallet got, with their outcome; rememberSent; findReceiver, recentReceivers, checkReceiver,
 *    transferFee, prepareTransfer; prices; swapTokens, swapQuote, prepareSwap; buying; names in the provider's zone; two
 *    more lazy domains
 * 10 a pairing may include a sign-in, and its approval has what was signed; rememberAsked and forgetAsked: payments that a
 *    wallet is about to be asked for; swaps are simulated if a node can; originAllowed
 * 11 payments are equal whatever the case of their tokens' addresses
 * 12 walletConnect: whether it is unknown if a session exists
 * 13 one lazy domain for each large library; readSolana, readSignedSolana, readPsbt
 * 14 amounts of Solana tokens whose mint multiplies them; rememberAsked and forgetAsked are now trackRequest and dropRequest
 * 15 readSwap: whether a call is the swap or approval that was shown; tokens to swap have the reason why they are unverified
 * 16 amounts in the digits of any script; receivers in links, with their network and token;
 *    names by network; contracts that exist only on another network; fees that somebody else may pay
 * 17 an approved WalletConnect session waits for walletConnectAdopt while another session is in use; what a Solana
 *    wallet signed in place of the message; why the relay refuses
 * 18 payments that wait for other signers or for their execution, payments that were mined but differ from the review, and
 *    payments that no node could compare; sendSolana
 * 19 amounts with marks between their digits, and links with a reference or a call, are refused
 * 20 a payment may be open again; a rollup's part of a fee is a field of its own; the time when a name was looked up
 * 21 look-alikes say if only the history knows the other address; a name is looked up again before it is paid
 * 22 smartSessions: what applications may do on behalf of an account; revokeSmartSession; the dashboard's switch for both
 * 23 networks say which network they are a fork of
 * 24 online: the page is back online
 * 25 values and prices of tokens as numbers
 * 26 accountKind: whether a connected account is a contract
 * 27 attributes of names
 * 28 tokenFacts: facts about a token that a page requests, from the chain; pay_busy and feature_off
 * 29 rows of activity have all transfers
 * 30 consent_missing: a page confirmed a payment before the person agreed to its warnings
 * 31 the field `most` of fees and permitted functions is now `max`
 * 32 a filter of activity; activityCsv
 * 33 the portfolio's head has the number of tokens without a price; keptBytes: size of an account's stored data
 * 34 tokens to buy, payment currencies and payment methods have pictures
 * 35 allowances, prepareRevocation; readSwap recognises revocations
 * 36 prepareReplacement; payments have the payment that they replace, their nonce, and whether a block has them
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

/**
 * Largest message to the page, in bytes of its JSON form. For a page of a list, only the bytes of its rows are counted.
 */
export const MESSAGE_LIMIT = 100_000

/** Topic → [params, data]; a topic with events has a third item: [params, data, event]. */
export interface Topics {
  /** Networks that the API serves. */
  networks: [params: NoParams, data: SupportedNetworks]
  /** The settings of the project's dashboard for this page. */
  project: [params: NoParams, data: ProjectConfig]
  identity: [params: AccountParams, data: Identity]
  portfolio: [params: AccountParams, data: PortfolioHead]
  /** With a filter, the topic has only the matching loaded rows, in list order. The filter makes no network request. */
  activity: [params: ActivityParams, data: ActivityHead]
  nfts: [params: AccountParams, data: NftsHead]
  /** The smart sessions of this account; EVM only. */
  smartSessions: [params: AccountParams, data: SmartSessions]
  /** Spending caps of tokens, as the network's node returns them; EVM only. */
  allowances: [params: AccountParams, data: Allowances]
  /** All tabs share this state. The stored session is available at once, also offline. */
  walletConnect: [params: NoParams, data: WalletConnectState, event: WalletConnectEvent]
  /** Payments that this account has sent on this network. While a payment is open, one tab follows it for all tabs. */
  sent: [params: AccountParams, data: SentList]
  /** Lists that were fetched before are stored, so that they are available at once, also offline. */
  wallets: [params: WalletsParams, data: WalletsPage]
}

/** Command → [input, output]. */
export interface Commands {
  /** Rows of a loaded list, from the store. Makes no network request. */
  page: [input: PageInput, output: PackedPage]
  /** The creator's data about one NFT, and its whole picture. Stored for offline use. */
  nft: [input: NftInput, output: NftDetails]
  /**
   * Fetches the next older page of activity. Resolves when that page is stored or the fetch has failed: the topic's
   * data says which.
   */
  more: [input: AccountParams, output: undefined]
  /** Fetches the topic again, however recent its data is. Resolves when the topic's snapshot is final. */
  refresh: [input: { topic: TopicName; params: TopicParams<TopicName> }, output: undefined]
  /**
   * One part of a CSV file of the loaded activity. With a filter, the file has only the matching rows. Makes no network
   * request.
   */
  activityCsv: [input: ActivityParams & { after?: ActivityPlace }, output: ActivityCsv]
  /** The unverified activity, newest first. Makes no network request. */
  unverifiedActivity: [input: AccountParams, output: readonly UnverifiedActivity[]]
  /** Facts about a transaction of this account from the network's node. Facts that the node did not return are absent. */
  transactionFacts: [input: TransactionInput, output: TransactionFacts]
  /** The address of a name, with its checksum; undefined if the name has none. Not stored. */
  ensAddress: [input: NameInput, output: string | undefined]
  /** The https address of a name's picture; undefined if the name has none. Not stored. */
  ensAvatar: [input: NameInput, output: string | undefined]
  /** Names in the zone that begin with this label, and whether they are free. @throws name_suggestions_failed */
  nameSuggestions: [input: { label: string; caipNetworkId: CaipNetworkId }, output: NameSuggestions]
  /**
   * The message to sign to register a name. The message expires soon, so call this right before the wallet request.
   * @throws name_unresolved
   */
  prepareName: [input: NameRegistrationInput, output: NameOffer]
  /**
   * Sends the registration once, without retry.
   * @throws name_stale, name_register_failed, outcome_unknown (the name may be registered)
   */
  registerName: [
    input: NameRegistrationInput & { message: string; signature: string },
    output: NameRegistration,
  ]
  /** The calldata of a contract call: 0x and hexadecimal digits. */
  encodeCall: [input: ContractCall, output: string]
  /** The node's answer to a read method; methods that sign or send are refused. Not stored. */
  askNode: [input: NodeQuestion, output: unknown]
  /**
   * The kind of a connected account on its network; undefined for a network that is not EVM, or for which the page
   * gives no node. The answer `contract` is kept. For any other answer, the node is asked again after 30 s.
   */
  accountKind: [input: AccountParams, output: AccountKind | undefined]
  /**
   * Creates a pairing link for a wallet. All namespaces are optional: a wallet may approve fewer.
   * @throws relay_unreachable, code_missing
   */
  walletConnectPair: [
    input: { namespaces: WalletConnectProposal; signIn?: WalletConnectSignIn },
    output: WalletConnectPairing,
  ]
  /**
   * Waits until a wallet has approved this pairing. An earlier session stays in use until `walletConnectAdopt` is
   * called, or for some seconds at most. Cancelling this call gives up the pairing.
   * @throws wallet_declined, pairing_expired, relay_unreachable, wallet_bad_answer
   */
  walletConnectApproval: [input: { id: string }, output: WalletConnectApproval]
  /** Puts the approved session in the place of the session in use, which ends now. @throws session_ended */
  walletConnectAdopt: [input: { id: string }, output: undefined]
  /**
   * Sends a request to the wallet. The answer is unchecked. A wallet drops a request after 5 minutes. Then the call
   * fails with outcome_unknown.
   * @throws wallet_declined, wallet_failed (context: code, of JSON-RPC), session_ended, outcome_unknown,
   * relay_unreachable (nothing was sent)
   */
  walletConnectRequest: [input: WalletConnectRequest, output: unknown]
  /** Ends the session in Billfold at once. Then tries for at most 5 s to inform the wallet. */
  walletConnectEnd: [input: { id: string }, output: undefined]
  /** Wallets of the directory with a matching name, the best match first; at most 100. Not stored. */
  searchWallets: [input: WalletSearch, output: WalletsPage]
  /**
   * Decodes the steps of a Solana transaction from its bytes, and checks whether they make this payment.
   * @throws code_missing
   */
  readSolana: [input: { transaction: Uint8Array; payment?: Payment }, output: SolanaReading]
  /**
   * The signed transaction, from a wallet's answer; undefined if the answer is invalid. Without an answer: the
   * transaction to sign.
   * @throws code_missing
   */
  readSignedSolana: [input: SolanaAnswer, output: Uint8Array | undefined]
  /**
   * Sends a signed Solana transaction through the network's node. A transaction that is sent twice is executed only
   * once.
   * @throws transaction_bad (the node refused it: nothing was sent), call_unsupported (the page gives no node)
   */
  sendSolana: [input: { caipNetworkId: CaipNetworkId; transaction: Uint8Array }, output: undefined]
  /** Whether a sign-in message matches the request and has a valid signature of the request's account. */
  verifySignature: [input: SignatureInput, output: SignatureVerdict]
  /**
   * Decodes a PSBT (BIP-174); undefined if the bytes are no PSBT of version 0. The answer contains the page's own
   * bytes, so it may be larger than `MESSAGE_LIMIT`.
   */
  readPsbt: [input: { psbt: Uint8Array }, output: PsbtReading | undefined]
  /** An EVM address with its checksum (EIP-55). */
  checksumAddress: [input: { address: string }, output: string]
  /** Sends a request to the page's own sign-in server, with its cookies. Only read requests are retried. */
  askSignIn: [input: SignInQuestion, output: unknown]
  /**
   * The address of a name on this account's network; undefined if the name has none.
   * @throws name_invalid, name_unresolved, names_unavailable, network_missing (the network has no names)
   */
  findReceiver: [input: AccountParams & { name: string }, output: FoundReceiver | undefined]
  /** Addresses that the account paid recently, as suggestions. The node is asked who received tokens. */
  recentReceivers: [input: AccountParams & Pick<ReceiverInput, 'own'>, output: RecentReceivers]
  /** Warnings about a draft's receiver, the most dangerous first. @throws transfer_incomplete */
  checkReceiver: [input: ReceiverCheckInput, output: readonly ReceiverWarning[]]
  /**
   * Facts about a token or the native token, from the chain. @throws network_missing, transfer_refused, and the node's
   * errors
   */
  tokenFacts: [input: TokenFactsInput, output: TokenFacts]
  /** The fee of a native transfer, which the Max button keeps back; undefined if the node does not answer. */
  transferFee: [input: AccountParams, output: TransferFee | undefined]
  /**
   * Builds the transaction for a draft and simulates it on a node.
   * @throws transfer_incomplete (context: problem), transfer_refused (context: reason), network_missing, and the errors
   * of indispensable node calls
   */
  prepareTransfer: [input: TransferInput, output: PreparedTransfer]
  /** Tracks a sent transaction until its outcome is known. Safe to repeat. */
  rememberSent: [input: SentTransaction, output: undefined]
  /**
   * Stores a payment before the wallet is asked for it, then looks for it on the network. Does not change an existing
   * entry for the payment. Returns the account's other sent and requested payments, from all tabs.
   */
  trackRequest: [input: PendingRequest, output: SentList]
  /** Stops looking for a requested payment. */
  dropRequest: [input: Pick<PendingRequest, 'account' | 'id'>, output: undefined]
  /**
   * Prepares the replacement of a payment if the node says that the payment is still pending. Not stored.
   * @throws network_missing, code_missing, and the node's errors
   */
  prepareReplacement: [input: ReplacementInput, output: PreparedReplacement]
  /** Prices of tokens. Leaves out tokens without a known price. Kept for 30 s. */
  prices: [input: PricesInput, output: readonly TokenPrice[]]
  /** Tokens to buy and payment currencies. If the API cannot be reached, the answer is a sample and says so. Not stored. */
  onRampOptions: [input: NoParams, output: OnRampOptions]
  /** The price of a purchase. Without a quote, the answer is a placeholder and says so. Not stored. */
  onRampQuote: [input: OnRampQuoteInput, output: OnRampQuote]
  /** URL of the provider's payment page: https, or http on this machine. @throws onramp_unavailable */
  onRampUrl: [input: OnRampUrlInput, output: string]
  /** Purchases as the provider lists them; no proof that a token has arrived. Not stored. */
  onRampPurchases: [input: OnRampPurchasesInput, output: readonly OnRampPurchase[]]
  /** The account's balance of a token, from the network's node. Not stored. */
  tokenBalance: [input: TokenBalanceInput, output: TokenBalance]
  /** Tokens that can be swapped on a network; empty if it has no swaps. Kept for an hour. */
  swapTokens: [input: SwapTokensInput, output: SwapTokens]
  /** The expected result of a swap. Not stored. @throws swap_unsupported, swap_no_quote */
  swapQuote: [input: SwapDraft, output: SwapQuote]
  /**
   * The transactions to sign for a swap: decoded, checked, and simulated if a node can.
   * @throws swap_unsupported, swap_no_quote, swap_refused (context: reason)
   */
  prepareSwap: [input: SwapDraft, output: PreparedSwap]
  /**
   * Whether a call makes exactly this payment: a swap, the approval before it, or a revocation. Applies the
   * checks of `prepareSwap` to the decoded calldata.
   * @throws code_missing
   */
  readSwap: [input: { transaction: SwapCall; payment: Payment }, output: SwapReading]
  /**
   * Builds the transaction that revokes an allowance, and simulates it on a node.
   * @throws network_missing, and the node's error if it does not return the allowance
   */
  prepareRevocation: [input: RevocationDraft, output: PreparedRevocation]
  /**
   * Revokes a smart session with the wallet's signature. Sends the request once, without retry.
   * @throws smart_session_kept (the session is still active; context: said), outcome_unknown (the session may be
   * revoked)
   */
  revokeSmartSession: [
    input: AccountParams & { id: string; signature: string },
    output: SmartSessionRevocation,
  ]
  /** Approximate size of this account's stored data on all networks of its namespace. Bytes. */
  keptBytes: [input: AccountParams, output: number]
  /** Removes all stored data of this account, on every network of its namespace, in every tab. */
  forget: [input: AccountParams, output: undefined]
  /** Whether the project's dashboard allows pages of this origin to sign people in. Not stored. */
  originAllowed: [input: { origin: string }, output: boolean]
  /**
   * Reports an event on the page to the project's owner. Sends the report once, without retry; rejects if that fails.
   */
  report: [input: Report, output: undefined]
  /** Tells whether the page is visible. The worker does not poll for a hidden page. */
  visible: [input: { visible: boolean }, output: undefined]
  /** Tells that the page is back online: failed topics are fetched again at once, unless a server imposed a pause. */
  online: [input: Record<string, never>, output: undefined]
}

/** Question → [input, output]: questions of the worker to the page. */
export interface Asks {
  /**
   * The URL of a lazy domain's file, for an `import()`. `attempt` counts from 0. Undefined if there is no URL for this
   * attempt.
   */
  domainUrl: [input: { domain: LazyDomain; attempt: number }, output: string | undefined]
  /** The assets that the connected wallet reports for the account, unchecked; undefined if it reports none. */
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

/** Topics whose data is the head of a list, with the type of their rows. */
export interface ListRows {
  portfolio: TokenRow
  activity: ActivityRow
  nfts: NftRow
}
export type ListName = keyof ListRows
export type ListRow = ListRows[ListName]
export interface PageInput extends ActivityParams {
  list: ListName
  /** Page of the list, counted from 0. */
  index: number
}

export interface TransactionInput extends AccountParams {
  /** 0x and 64 hexadecimal digits. */
  hash: string
  /** The signer that the activity's row names, if any. The node must return the same signer. */
  from?: string | undefined
}

export interface NameInput {
  name: string
  /** CAIP-2 of a network that the page gave with a contract that resolves names. */
  caipNetworkId: CaipNetworkId
}

export interface NameRegistrationInput extends AccountParams {
  /** The full name, including the zone. */
  name: string
}

export interface ContractCall {
  address: string
  /** The ABI as the compiler outputs it, or a part of that. */
  abi: readonly unknown[]
  functionName: string
  args?: readonly unknown[] | undefined
}

export interface SignatureInput extends SIWXExpectation {
  /** The message exactly as it was signed. */
  message: string
  /** Hex for eip155, base58 for solana, base64 for bip122. */
  signature: string
  /**
   * Base58: the off-chain message that a Solana wallet signed, which contains `message`. Absent if the wallet signed
   * `message` itself.
   */
  signedMessage?: string | undefined
}

/**
 * unknown: the signature could not be verified. signer: another account has signed. signature: not a valid signature of
 * this account over this message.
 */
export type SignatureVerdict =
  | { outcome: 'valid' | 'unknown' }
  | { outcome: 'invalid'; fault: SIWXFault | 'signer' | 'signature' }

/** A decoded PSBT, together with its bytes: the page trusts the result only for exactly these bytes. */
export interface PsbtReading {
  psbt: Uint8Array
  /** The transaction without signatures. PSBTs with equal bytes here make the same payment. */
  unsigned: Uint8Array
  /**
   * By input: the locking script of the output that the input spends. Undefined if the PSBT does not contain that
   * output.
   */
  scripts: readonly (Uint8Array | undefined)[]
}

/** A request to a sign-in server: its method, and its path below the base URL. */
export type SignInQuestion =
  | { path: 'nonce' | 'session'; query: Readonly<Record<string, string>> }
  | { path: 'verify' | 'sign-out'; body: unknown }

/** A JSON-RPC request to a node. */
export interface NodeQuestion {
  /** CAIP-2 of a network that the page gave. */
  caipNetworkId: CaipNetworkId
  method: string
  params: readonly unknown[]
}

export interface NftInput extends AccountParams {
  /** The `id` of the NFT's row. */
  id: string
  /** Whether a person asked to see an unverified NFT. If not, only the network's node is asked about it. */
  show: boolean
}

export interface SupportedNetworks {
  /** CAIP-2 of networks that are served over HTTP. */
  http: readonly string[]
  /** CAIP-2 of networks that are served over WebSocket. */
  ws: readonly string[]
}

/** The whole value of a topic at one moment. */
export interface Snapshot<T> {
  /** Absent until the first data arrives. */
  data: T | undefined
  /** Time when `data` came from the network. Milliseconds since 1970. Absent if `data` is absent. */
  fetchedAt: number | undefined
  status: SnapshotStatus
  /**
   * Why the last attempt failed; only with the status `failed`. Its context has times in milliseconds since 1970:
   * - `since`: the first failure
   * - `retryAt`: the next automatic attempt
   * - `pauseEnd`: the end of a pause that a server imposed, or that follows a failed balance call
   */
  error?: ErrorRecord
}

/**
 * loading: no data yet; a fetch is running.
 * fresh: fetched within the topic's stale time.
 * cached: older than fresh data, and from the store: this worker has not fetched the topic yet.
 * stale: older than fresh data, and fetched by this worker.
 * failed: the last attempt failed; known data stays.
 */
export type SnapshotStatus = 'loading' | 'cached' | 'fresh' | 'stale' | 'failed'

/**
 * How long a command may take, and what follows if the worker is lost meanwhile. A command that may be repeated is sent
 * again, unless it has asked the page something. Other commands fail with `outcome_unknown`, since a wallet or server
 * may have acted.
 */
export interface CommandRule {
  /**
   * Time after which the page gives up and cancels the command. Milliseconds. The worker's own deadline is
   * `ANSWER_MARGIN` earlier. Undefined for commands that wait for a person.
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
  // No replay: another node, which lags behind, may refuse the transaction although the first node accepted it.
  sendSolana: { deadline: LOOK_DEADLINE, onLoss: 'outcome_unknown' },
  verifySignature: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  readPsbt: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  checksumAddress: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  // No replay: a nonce works once, so the server would refuse a second request although the first one succeeded.
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
  // No replay: the server would refuse a second revocation although the first one succeeded.
  revokeSmartSession: { deadline: LOOK_DEADLINE, onLoss: 'outcome_unknown' },
  keptBytes: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  forget: { deadline: DISK_DEADLINE, onLoss: 'replay' },
  originAllowed: { deadline: LOOK_DEADLINE, onLoss: 'replay' },
  report: { deadline: LOOK_DEADLINE, onLoss: 'outcome_unknown' },
  visible: { deadline: 5_000, onLoss: 'replay' },
  online: { deadline: 5_000, onLoss: 'replay' },
}

/**
 * Name of the worker (`new Worker(url, { type: 'module', name })`). The worker's file starts to serve only in a worker
 * with this name.
 */
export const WORKER_NAME = 'billfold'

/**
 * How the worker was started.
 * caller: by the page's own option.
 * asset: from the file that a bundler copied.
 * module: from the file that a bundler built from the worker's code.
 * blob: from a blob.
 * in-thread: without a worker, on the page's thread.
 */
export type WorkerMode = 'caller' | 'asset' | 'module' | 'blob' | 'in-thread'

/** Files with large libraries. The worker loads each when it is first needed. */
export type LazyDomain = 'evm' | 'solana' | 'bitcoin' | 'walletconnect'

/** The first message to the worker: what it needs to know about the page. */
export interface Hello {
  version: number
  mode: WorkerMode
  config: WorkerConfig
}

/** Base URLs of the servers that the worker calls, without a trailing slash. */
export interface HostUrls {
  /** The blockchain API. */
  api: string
  /** The wallet directory, and the settings of the dashboard. */
  explorer: string
  /** Receives analytics reports. */
  analytics: string
  /** The page's own sign-in server; absent if the page has none. */
  signIn?: string
}
export type HostName = keyof HostUrls

export interface WorkerConfig {
  projectId: string
  /** Query parameter `st`: the kind of SDK that makes the call. */
  sdkType: string
  /** Query parameter `sv`: `framework-adapters-version`. The API returns no balances without `sv`. */
  sdkVersion: string
  urls: Readonly<HostUrls>
  /** Base URL of the on-ramp provider Meld, and the page's key there. Absent: Meld's public host, without a key. */
  onRamp?: { url?: string | undefined; publicKey?: string | undefined }
  /** URL of WalletConnect's relay: wss, or ws on this machine. */
  relayUrl: string
  /** What wallets show about the app with each request. */
  metadata: { name: string; description?: string; url: string; icons?: readonly string[] }
  networks: readonly Network[]
  /** Ids of directory wallets that the page names, by option. */
  wallets: Readonly<Record<'featured' | 'included' | 'excluded', readonly string[]>>
  /** BCP 47 locale for figures and dates. */
  locale: string
}

export interface Ready {
  version: number
}

export interface Pong {
  /** memory: fetched data is lost on reload. opening: the store is not open yet. */
  storage: 'opening' | 'indexeddb' | 'memory'
  /** Number of jobs that run although no topic is watched. Without jobs, watches and calls, the page may end the worker. */
  jobs: number
}

/**
 * What the worker offers to the page, through comlink. The page chooses the ids, unique among the watches and calls of
 * this worker.
 */
export interface WorkerApi {
  /** Answers at once, without waiting for the disk or the network. */
  hello(hello: Hello, host: Host): Promise<Ready>
  watch<T extends TopicName>(id: number, topic: T, params: TopicParams<T>): Promise<void>
  unwatch(id: number): Promise<void>
  call<C extends CommandName>(id: number, command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
  /** Cancels a call. Does not undo what the call has done. */
  cancel(id: number): Promise<void>
  ping(): Promise<Pong>
}

/** What the page offers to the worker: a comlink proxy, passed with `hello`. */
export interface Host {
  snapshot(id: number, snapshot: Snapshot<TopicData<TopicName>>): void
  /**
   * Each event arrives exactly once and in order while its watch lasts. `seq` counts from 1 for each watch and worker.
   * If it starts at 1 again, the worker was replaced, and events may be missing.
   */
  event(id: number, seq: number, event: TopicEvent<TopicName>): void
  /**
   * Asks the page a question for the call with this id. `callId` is undefined if the question belongs to no call.
   * Cancelling the call cancels the question.
   * @throws aborted if the call was cancelled, or the error of the page's handler
   */
  ask<A extends AskName>(callId: number | undefined, question: A, input: AskInput<A>): Promise<AskOutput<A>>
}
