/**
 * Tells from the code and text of a wallet's error whether the person declined, and whether the wallet knows the
 * network. Only this file decides that. Wallets, relays and libraries nest errors, so every layer is read. An error may
 * be any value, even an object whose properties throw.
 */
import type { ErrorContext } from '../base/errors.ts'
import { plainText } from '../text/text.ts'

/** One layer of a nested wallet error. */
export interface ErrorLayer {
  code?: number | string
  name?: string
  /** The layer's text, cleaned and never empty. */
  message?: string
}

/**
 * Codes which mean that the person declined.
 * - 4001: EIP-1193; 5000 to 5003: WalletConnect; 5750: EIP-5792, the person refused to upgrade the account
 * - ACTION_REJECTED: ethers; Failure_… and Method_…: Trezor; the numbers 0x5501 and 0x6985: Ledger
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
const DECLINED: readonly unknown[] = [
  4001,
  5000,
  5001,
  5002,
  5003,
  5750,
  0x5501,
  0x6985,
  'ACTION_REJECTED',
  'USER_REJECTED',
  'USER_REJECTION',
  'USER_CANCELED',
  'USER_CANCELLED',
  'USER_DENIED',
  'Failure_ActionCancelled',
  'Failure_PinCancelled',
  'Method_Cancel',
  'Method_PermissionsNotGranted',
]
/**
 * Codes with which Bitcoin wallets (sats-connect) say that the person declined. EVM wallets and nodes use the same
 * JSON-RPC codes for other errors.
 */
const DECLINED_BITCOIN: readonly unknown[] = [-32000]

/** Error names which mean that the person declined: of viem, WalletConnect's libraries and Ledger. */
const DECLINED_NAMES: readonly unknown[] = [
  'UserRejectedRequestError',
  'UserRejectedError',
  'UserRefusedOnDevice',
  'TransactionRefusedOnDevice',
  'UserRefusedAddress',
]

const NO =
  '(?:reject(?:ed|ion)?|den(?:ied|y)|cancel(?:l?ed|lation)?|declined?|refused?|abort(?:ed)?|dismissed|disapproved)'
const PERSON = '(?:the )?(?:user|person|signer|owner)'
/**
 * Texts which mean that the person declined. Each text names the person or the device: a node may also reject a
 * transaction, and a timeout may cancel a request that was already signed. A closed window does not mean that the
 * person declined: some wallets have sent the payment from that window.
 */
const DECLINED_TEXT = new RegExp(
  [
    `\\b${PERSON}s?(?: has| have| had| was| explicitly)? ${NO}`,
    `\\b${NO}(?: \\w+)?(?: \\w+)? by ${PERSON}\\b`,
    `\\buser_?(?:rejected|refused)_?on_?device\\b`,
    `\\buser closed (?:the )?modal\\b`,
    `\\b0x(?:6985|5501)\\b`,
    `\\bconditions?[ _]of[ _]use[ _]not[ _]satisfied\\b`,
    // Names from the Solana wallet adapter. It throws these errors before it sends anything.
    `^Wallet(?:SignTransaction|SignMessage)Error: .*\\b${NO}`,
    `^用户(?:已)?(?:拒绝|取消)`,
  ].join('|'),
  'i',
)
/**
 * Texts of refusals that only wallets use, never nodes or gateways. Matched only as the whole text of the outermost
 * error.
 */
const DECLINED_ALONE = new RegExp(
  `^(?:(?:the )?(?:approval|confirmation|permission|signature|signing|sign(?:ing)? request)(?: request)?(?: was| has been)? ${NO}|permissions not granted|plugin closed)\\.?$`,
  'i',
)
/**
 * Texts of refusals that gateways also use for their own errors. Matched only as the whole text of an error without a
 * code.
 */
const DECLINED_BARE = new RegExp(
  `^(?:(?:(?:the )?request|(?:wallet standard: )?(?:transaction|message))(?: was| has been)? (?:cancell?ed)|(?:the )?request(?: was| has been)? ${NO}|cancel|cancell?ed|rejected|declined)\\.?$`,
  'i',
)

/**
 * Texts which mean that the network may know the transaction: a node has this transaction, or another one in its place,
 * or no answer arrived. For example, browsers say of an aborted `fetch` that the user aborted a request.
 */
const MAYBE =
  /aborted a request|(?:request|operation)(?: (?:is|was|has been))? aborted(?! by)|already ?(known|imported|processed|exists)|\bknown|imported|processed|nonce|replac|underpriced|time[ds]?[ -]?out|network error|fetch|gateway/i
/** Texts which say that the transaction was sent, or which quote its hash or signature. */
const SENT = /\b(sent|submitted|broadcast(?:ed)?|published)\b|0x[0-9a-f]{64}|\b[1-9A-HJ-NP-Za-km-z]{86,88}\b/i
const NOT_SENT =
  /\b(?:not|never|nothing(?: was| has)?|\w+n[’']t)(?: yet)?(?: been| be)? (?:sent|submitted|broadcast(?:ed)?|published)\b/gi

/**
 * Codes which mean that the wallet does not know the network: EIP-3326, WalletConnect (unsupported chains), EIP-5792.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
const UNKNOWN_NETWORK: readonly unknown[] = [4902, 5100, 5710]

const CHAIN = '(?:chain|network)(?:[ -]?ids?)?'
/**
 * Texts which mean that the wallet does not know the network. Trust says 'Unsupported network' without a code; other
 * wallets name the method that would add the network.
 */
const UNKNOWN_NETWORK_TEXT = new RegExp(
  [
    `\\b4902\\b`,
    `wallet_addEthereumChain`,
    `\\b(?:unrecogni[sz]ed|unsupported|unknown|unconfigured)(?: evm| requested)? ${CHAIN}\\b`,
    `\\b${CHAIN}\\b(?: ["'(]?[\\w:.-]+["')]?)?,? (?:is |was |has |does |are )?(?:not|n't)(?: been| yet)? (?:supported|recogni[sz]ed|added|configured|available|found|known|exist|registered|enabled)\\b`,
    `\\b(?:do(?:es)?|is|has)(?: not|n't) (?:support|know|recogni[sz]e)(?: \\w+)? ${CHAIN}\\b`,
    `\\badd(?:ing)? the (?:chain|network) first\\b`,
  ].join('|'),
  'i',
)

/**
 * Codes which prove that the wallet did nothing: EIP-1193, EIP-1474, EIP-3326, EIP-5792, and WalletConnect
 * (unauthorized, unsupported). Code 4900 is not in the list: wallets also return it for a request that was sent before
 * the connection broke. Code 5720 is not in the list: it means that a bundle with the same id was sent before.
 */
const NOT_DONE: readonly unknown[] = [
  4100, 4200, 4901, 4902, -32601, -32602, 5700, 5710, 5740, 5760, 3001, 5100, 5101, 5102, 5103, 5104,
]

/**
 * Whether the person declined, which is an outcome and not a failure. Callers then treat the payment as not sent, so a
 * text proves nothing if the error also has a sign that the payment may have been sent.
 * @param namespace of the wallet, for codes that mean a refusal in one namespace only
 */
export function isDeclined(error: unknown, namespace?: string): boolean {
  const layers = readLayers(error)
  const isCertain = ({ code, name }: ErrorLayer) =>
    DECLINED.includes(code) ||
    DECLINED_NAMES.includes(name) ||
    (namespace === 'bip122' && DECLINED_BITCOIN.includes(code))
  if (layers.some(isCertain)) return true
  // The reason of a revert comes from a contract, which may use any words. So the text proves nothing.
  const isRevert = ({ code, message = '' }: ErrorLayer) => code === 3 || /\brevert/i.test(message)
  if (layers.some(isRevert) || mayBeKnown(layers) || layers.some(mentionsSent)) return false
  const isDeclinedText = ({ name = '', message = '' }: ErrorLayer) =>
    DECLINED_TEXT.test(message) || DECLINED_TEXT.test(`${name}: ${message}`)
  if (layers.some(isDeclinedText)) return true
  const { code, message = '' } = layers.find((layer) => Object.keys(layer).length > 0) ?? {}
  return DECLINED_ALONE.test(message) || (code === undefined && DECLINED_BARE.test(message))
}

/**
 * Whether an error says that a node knows the transaction, or another transaction in its place, or that no answer
 * arrived.
 */
export function mayBeKnown(layers: readonly ErrorLayer[]): boolean {
  return layers.some(({ code, message }) => MAYBE.test(`${code} ${message}`))
}

function mentionsSent({ message = '' }: ErrorLayer): boolean {
  return SENT.test(message.replace(NOT_SENT, ''))
}

/**
 * Whether the wallet does not know the network and can be asked to add it (EIP-3085, EIP-3326). Some wallets
 * report this only in the error's message.
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export function isUnknownNetwork(error: unknown): boolean {
  const layers = readLayers(error)
  return (
    !isDeclined(error) &&
    layers.some(
      ({ code, message = '' }) => UNKNOWN_NETWORK.includes(code) || UNKNOWN_NETWORK_TEXT.test(message),
    )
  )
}

/** Whether the wallet does not have this method (EIP-1193, EIP-1474). */
export function isUnsupported(error: unknown): boolean {
  return readLayers(error).some(({ code }) => code === 4200 || code === -32601 || code === -32004)
}

/** Whether a wallet's code means that the wallet refused the request before it did anything. */
export function isRefusalCode(code: unknown): boolean {
  return NOT_DONE.includes(code) || DECLINED.includes(code)
}

/** Properties with an inner error. `data.originalError`: MetaMask mobile; `cause`: viem; `error`, `info.error`: ethers. */
const INNER = ['data', 'originalError', 'cause', 'error', 'info'] as const
/** How many levels of nested errors are read. Needs a limit, since an error may contain itself. */
const MAX_DEPTH = 4
/** How much of a message is read, more than is ever shown: words such as "sent" may come at the end. Characters. */
const MAX_MESSAGE = 2_000
const MAX_NAME = 60

/** The layers of an error, the outermost first. */
export function readLayers(error: unknown, depth = MAX_DEPTH): readonly ErrorLayer[] {
  if (typeof error === 'string') return [toLayer(undefined, error)]
  if (depth === 0 || typeof error !== 'object' || error === null) return []
  // Ledger's transports use `statusCode`.
  const code = readKey(error, 'code') ?? readKey(error, 'statusCode')
  const outer = toLayer(code, readKey(error, 'message'), readKey(error, 'name'))
  return [outer, ...INNER.flatMap((key) => readLayers(readKey(error, key), depth - 1))]
}

function toLayer(code: unknown, message: unknown, name?: unknown): ErrorLayer {
  const isCode = typeof code === 'number' || typeof code === 'string'
  const text = typeof message === 'string' ? plainText(message, MAX_MESSAGE) : ''
  return {
    ...(isCode && { code: /^-?\d+$/.test(`${code}`) ? Number(code) : code }),
    ...(typeof name === 'string' && name !== 'Error' && { name: plainText(name, MAX_NAME) }),
    ...(text && { message: text }),
  }
}

/** Undefined if reading the property throws. */
export function readKey(error: object, key: string): unknown {
  try {
    return (error as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

/**
 * How much of the error data of a contract is kept at most. Characters. Names that are stored offchain (EIP-3668) need
 * the longest data.
 */
export const MAX_DATA_LENGTH = 20_000

/**
 * Converts the `data` of a JSON-RPC error to context of a BillfoldError: text as `rpcData`, other values as JSON in
 * `rpcJson`. Text longer than `MAX_DATA_LENGTH` is cut. Longer JSON is left out, since cut JSON cannot be parsed.
 * @see https://www.jsonrpc.org/specification#error_object
 */
export function toDataContext(data: unknown): { rpcData?: string; rpcJson?: string } {
  if (typeof data === 'string') return { rpcData: data.slice(0, MAX_DATA_LENGTH) }
  try {
    const json = data === undefined || data === null ? undefined : JSON.stringify(data)
    return json !== undefined && json.length <= MAX_DATA_LENGTH ? { rpcJson: json } : {}
  } catch {
    return {}
  }
}

/** The `data` from the context that `toDataContext` made; undefined if there was none. */
export function readDataContext({ rpcData, rpcJson }: ErrorContext): unknown {
  if (rpcData !== undefined) return rpcData
  try {
    return typeof rpcJson === 'string' ? (JSON.parse(rpcJson) as unknown) : undefined
  } catch {
    return undefined
  }
}
