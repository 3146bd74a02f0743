/**
 * What the sign-in site is asked and what it answers. A question is `{ type: '@w3m-app/X', id, payload }`; its answer has
 * the type `@w3m-frame/X_SUCCESS` or `X_ERROR` and the same id. What is not exactly an answer is none.
 */
import { isRecord } from '../../core/shapes.ts'

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

/** Each gives undefined for what is no answer, and `{ answer }` else. */
export const readAnswer: {
  readonly [Name in Question]: (payload: unknown) => { answer: Answers[Name] } | undefined
} = {
  CONNECT_EMAIL: (payload) => {
    const action = isRecord(payload) ? payload['action'] : undefined
    const isKnown = action === 'VERIFY_OTP' || action === 'VERIFY_DEVICE' || action === 'CONNECT'
    return isKnown ? { answer: action } : undefined
  },
  CONNECT_DEVICE: readNothing,
  CONNECT_OTP: readNothing,
  GET_SOCIAL_REDIRECT_URI: (payload) => readUri(payload, 'uri'),
  CONNECT_SOCIAL: readUser,
  GET_FARCASTER_URI: (payload) => readUri(payload, 'url'),
  CONNECT_FARCASTER: (payload) => ({ answer: readName(payload, 'userName') }),
  GET_USER: readUser,
  IS_CONNECTED: (payload) => {
    const answer = isRecord(payload) ? payload['isConnected'] : undefined
    return typeof answer === 'boolean' ? { answer } : undefined
  },
  SWITCH_NETWORK: (payload) => {
    const answer = readChainId(isRecord(payload) ? payload['chainId'] : undefined)
    return answer === undefined ? undefined : { answer }
  },
  RPC_REQUEST: (payload) => (payload === undefined ? undefined : { answer: { value: payload } }),
  SYNC_DAPP_DATA: readNothing,
  SYNC_THEME: readNothing,
  SIGN_OUT: readNothing,
}

function readNothing(): { answer: undefined } {
  return { answer: undefined }
}

const MAX_NAME = 254

function readUser(payload: unknown): { answer: AuthUser } | undefined {
  if (!isRecord(payload)) return undefined
  const { address } = payload
  const chainId = readChainId(payload['chainId'])
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address) || chainId === undefined)
    return undefined
  const email = readName(payload, 'email')
  const userName = readName(payload, 'userName')
  return { answer: { address, chainId, ...(email && { email }), ...(userName && { userName }) } }
}

function readName(payload: unknown, key: string): string | undefined {
  const name = isRecord(payload) ? payload[key] : undefined
  return typeof name === 'string' && name !== '' && name.length <= MAX_NAME ? name : undefined
}

const MAX_URI = 4_096

/** Web addresses alone: where the popup is sent, and what a phone opens. */
function readUri(payload: unknown, key: string): { answer: string } | undefined {
  const uri = isRecord(payload) ? payload[key] : undefined
  if (typeof uri !== 'string' || uri.length > MAX_URI || !URL.canParse(uri)) return undefined
  return /^https?:$/.test(new URL(uri).protocol) ? { answer: uri } : undefined
}

/** A number, in figures or in hex, or CAIP-2 of eip155. */
function readChainId(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.replace(/^eip155:/, '') : value
  const isId = typeof text === 'string' && /^(0x[0-9a-f]{1,13}|\d{1,16})$/i.test(text)
  const id = isId ? Number(text) : text
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}
