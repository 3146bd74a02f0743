/**
 * Requests to the sign-in site, and its answers. A request is `{ type: '@w3m-app/X', id, payload }`; its answer has the
 * type `@w3m-frame/X_SUCCESS` or `@w3m-frame/X_ERROR` and the same id. Other messages are ignored.
 */
import * as v from 'valibot'
import { isSolanaAddress } from '../../core/chains/solana-address.ts'
import {
  defined,
  evmAddress,
  listOf,
  orAbsent,
  parseOrNone,
  text,
  type Untrusted,
} from '../../core/contract/schemas.ts'

/** The payload of each request, by its name. */
export interface Questions {
  CONNECT_EMAIL: { email: string }
  CONNECT_DEVICE: undefined
  CONNECT_OTP: { otp: string }
  GET_SOCIAL_REDIRECT_URI: { provider: string }
  CONNECT_SOCIAL: { uri: string } & Wish
  GET_FARCASTER_URI: undefined
  CONNECT_FARCASTER: undefined
  GET_USER: Wish
  IS_CONNECTED: undefined
  SWITCH_NETWORK: Omit<Wish, 'preferredAccountType'>
  SET_PREFERRED_ACCOUNT: { type: AuthAccountType }
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: undefined
  RPC_REQUEST: {
    method: string
    params: unknown
    chainNamespace: AuthNamespace
    /** EIP-155 id, or CAIP-2 id for Solana. */
    chainId: number | string
    rpcUrl?: string | undefined
  }
  SYNC_DAPP_DATA: {
    metadata: { name: string; description: string; url: string; icons: readonly string[] }
    sdkVersion: string
    sdkType: 'appkit'
    projectId: string
  }
  SYNC_THEME: { themeMode: Theme }
  SIGN_OUT: undefined
}

export type Theme = 'light' | 'dark'

/** The namespaces that the sign-in site supports. */
export type AuthNamespace = 'eip155' | 'solana'
/** A smart account is a contract on one network, owned by the person's plain account. */
export type AuthAccountType = 'eoa' | 'smartAccount'

/** The requested account. A plain account has the same address on every EVM network. */
export interface Wish {
  preferredAccountType: AuthAccountType
  /** CAIP-2 id. */
  chainId: string
  /** URL of a node of the network `chainId`. */
  rpcUrl?: string | undefined
}

export type Question = keyof Questions

export interface Answers {
  CONNECT_EMAIL: EmailStep
  CONNECT_DEVICE: undefined
  CONNECT_OTP: undefined
  GET_SOCIAL_REDIRECT_URI: string
  CONNECT_SOCIAL: AuthUser
  GET_FARCASTER_URI: string
  CONNECT_FARCASTER: string | undefined
  GET_USER: AuthUser
  IS_CONNECTED: boolean
  SWITCH_NETWORK: undefined
  SET_PREFERRED_ACCOUNT: undefined
  /** EIP-155 ids. */
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: readonly number[]
  RPC_REQUEST: { value: unknown }
  SYNC_DAPP_DATA: undefined
  SYNC_THEME: undefined
  SIGN_OUT: undefined
}

/** The next step: enter a code (`VERIFY_OTP`), approve this device (`VERIFY_DEVICE`), or none (`CONNECT`). */
export type EmailStep = 'VERIFY_OTP' | 'VERIFY_DEVICE' | 'CONNECT'

export interface AuthUser {
  /** Address of the account in use: 0x and 40 hexadecimal digits, or base58 on Solana. */
  address: string
  /** EIP-155 id, or CAIP-2 id for Solana. */
  chainId: number | SolanaId
  /** Type of the account in use. */
  preferredAccountType?: AuthAccountType
  /** The person's accounts on this network. */
  accounts?: readonly AuthAccount[]
  /** Whether the smart account's contract is deployed, according to the site. Absent if the site has not said. */
  smartAccountDeployed?: boolean
  email?: string
  userName?: string
}

export interface AuthAccount {
  address: string
  type: AuthAccountType
}

export type SolanaId = `solana:${string}`

const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)
/** A name or email address. Absent if it is too long or empty. */
const name = orAbsent(v.pipe(text(254), v.nonEmpty()))
/** http and https URLs only, since a popup or a phone opens them. */
const uri = v.pipe(
  text(4_096),
  v.check((given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)),
)
/** EIP-155 id, which the site sends as a number, as decimal or hexadecimal text, or as CAIP-2 id. */
const chainId = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.transform((given) => given.replace(/^eip155:/, '')),
      v.regex(/^(0x[0-9a-f]{1,13}|\d{1,16})$/i),
      v.transform(Number),
    ),
  ]),
  v.safeInteger(),
  v.minValue(1),
)
/** CAIP-2 id of a Solana network. */
export const solanaId = v.custom<SolanaId>(
  (given) => typeof given === 'string' && /^solana:[-_a-zA-Z0-9]{1,32}$/.test(given),
)
const accountTypes = v.picklist(['eoa', 'smartAccount'])
/** Upper limit of accounts per person and network. The rest of a longer list is dropped. */
const MAX_ACCOUNTS = 10
/** Upper limit of networks with smart accounts. The rest of a longer list is dropped. */
const MAX_NETWORKS = 500

function userOf<Id extends AuthUser['chainId']>(address: Untrusted<string>, id: Untrusted<Id>) {
  // Treat an unknown type as a plain account.
  const account = v.object({ address, type: v.fallback(accountTypes, 'eoa') })
  return v.pipe(
    v.object({
      address,
      chainId: id,
      email: name,
      userName: name,
      preferredAccountType: orAbsent(accountTypes),
      accounts: orAbsent(listOf(account, MAX_ACCOUNTS)),
      smartAccountDeployed: orAbsent(v.boolean()),
    }),
    v.transform(defined),
  )
}

const user: Untrusted<AuthUser> = v.union([
  userOf(evmAddress, chainId),
  userOf(v.pipe(v.string(), v.check(isSolanaAddress)), solanaId),
])

const answers: { readonly [Name in Question]: Untrusted<Answers[Name]> } = {
  CONNECT_EMAIL: v.pipe(
    v.object({ action: v.picklist(['VERIFY_OTP', 'VERIFY_DEVICE', 'CONNECT']) }),
    v.transform(({ action }) => action),
  ),
  CONNECT_DEVICE: nothing,
  CONNECT_OTP: nothing,
  GET_SOCIAL_REDIRECT_URI: v.pipe(
    v.object({ uri }),
    v.transform((answer) => answer.uri),
  ),
  CONNECT_SOCIAL: user,
  GET_FARCASTER_URI: v.pipe(
    v.object({ url: uri }),
    v.transform(({ url }) => url),
  ),
  CONNECT_FARCASTER: v.pipe(
    v.fallback(v.object({ userName: name }), {}),
    v.transform(({ userName }) => userName),
  ),
  GET_USER: user,
  IS_CONNECTED: v.pipe(
    v.object({ isConnected: v.boolean() }),
    v.transform(({ isConnected }) => isConnected),
  ),
  // Ignore the payload: `GET_USER` follows and returns the account.
  SWITCH_NETWORK: nothing,
  SET_PREFERRED_ACCOUNT: nothing,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: v.pipe(
    v.object({ smartAccountEnabledNetworks: listOf(chainId, MAX_NETWORKS) }),
    v.transform(({ smartAccountEnabledNetworks }) => smartAccountEnabledNetworks),
  ),
  RPC_REQUEST: v.pipe(
    v.unknown(),
    v.check((payload) => payload !== undefined),
    v.transform((value) => ({ value })),
  ),
  SYNC_DAPP_DATA: nothing,
  SYNC_THEME: nothing,
  SIGN_OUT: nothing,
}

/**
 * Reads the payload of an answer. Undefined if it is invalid. The result is wrapped in an object, since some answers
 * have no content.
 */
export function readAnswer<Name extends Question>(
  question: Name,
  payload: unknown,
): { answer: Answers[Name] } | undefined {
  return parseOrNone(v.object({ answer: answers[question] }), { answer: payload }) as
    | { answer: Answers[Name] }
    | undefined
}

/** The person's accounts. Adds the account in use if the site's list lacks it. */
export function listAccounts({
  address,
  preferredAccountType = 'eoa',
  accounts = [],
}: AuthUser): AuthAccount[] {
  const isSame = (one: AuthAccount) => one.address.toLowerCase() === address.toLowerCase()
  return accounts.some(isSame) ? [...accounts] : [{ address, type: preferredAccountType }, ...accounts]
}
