/**
 * Questions to the sign-in site and its answers. A question is `{ type: '@w3m-app/X', id, payload }`; its answer has the type
 * `@w3m-frame/X_SUCCESS` or `X_ERROR` and the same id. Anything else is ignored.
 */
import * as v from 'valibot'
import {
  defined,
  evmAddress,
  orAbsent,
  parseOrNone,
  text,
  type Untrusted,
} from '../../core/contract/schemas.ts'

/** What goes with each question. */
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
  RPC_REQUEST: {
    method: string
    params: unknown
    chainNamespace: 'eip155'
    chainId: number
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

/** Which account is wanted. A plain account is the same on every network of EVM. */
export interface Wish {
  preferredAccountType: 'eoa'
  /** CAIP-2. */
  chainId: string
  /** A node of that network. */
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
  SWITCH_NETWORK: number
  RPC_REQUEST: { value: unknown }
  SYNC_DAPP_DATA: undefined
  SYNC_THEME: undefined
  SIGN_OUT: undefined
}

/** What is next: a code, the approval of this device, or nothing. */
export type EmailStep = 'VERIFY_OTP' | 'VERIFY_DEVICE' | 'CONNECT'

export interface AuthUser {
  /** 0x and 40 hexadecimal digits. */
  address: string
  /** EIP-155. */
  chainId: number
  email?: string
  userName?: string
}

const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)
/** Absent if it is too long or empty. */
const name = orAbsent(v.pipe(text(254), v.nonEmpty()))
/** Web addresses alone: where the popup is sent, and what a phone opens. */
const uri = v.pipe(
  text(4_096),
  v.check((given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)),
)
/** EIP-155: a number, in figures or in hex, or CAIP-2. */
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
const user = v.pipe(
  v.object({ address: evmAddress, chainId, email: name, userName: name }),
  v.transform(defined),
)

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
  SWITCH_NETWORK: v.pipe(
    v.object({ chainId }),
    v.transform((answer) => answer.chainId),
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

/** Undefined for an invalid answer; else wrapped in an object, since some answers have no content. */
export function readAnswer<Name extends Question>(
  question: Name,
  payload: unknown,
): { answer: Answers[Name] } | undefined {
  return parseOrNone(v.object({ answer: answers[question] }), { answer: payload }) as
    | { answer: Answers[Name] }
    | undefined
}
