/**
 * The message that a person signs to sign in. Its lines are the same for every namespace. Wallets sign only the text,
 * so no field may contain text that reads as another line. With an EVM chain id that has no namespace, the text is a
 * message of EIP-4361.
 * @see https://chainagnostic.org/CAIPs/caip-122
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
import { BillfoldError } from '../base/errors.ts'

export interface SIWXMessageData {
  accountAddress: string
  /** CAIP-2; in messages of other libraries, possibly the chain id without its namespace. */
  chainId: string
  /** Host and port of the page. */
  domain: string
  /** URI of the page. */
  uri: string
  version: '1'
  /** At least eight letters and digits, never used before. */
  nonce: string
  /** The statement that a person agrees to, on one line. */
  statement?: string
  /** RFC 3339, like the other times here. */
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  /** URIs of resources that the person grants to the page. */
  resources?: readonly string[]
}

/**
 * @param networkName the network's common name; ignored in messages of EIP-4361, which always say Ethereum
 * @throws siwx_message_bad for an invalid field
 * @example
 * formatSiwxMessage(data, 'Ethereum') // 'driftwood.example wants you to sign in with your Ethereum account:\n0x71C4…'
 */
export function formatSiwxMessage(given: SIWXMessageData, networkName: string): string {
  const { statement: givenStatement, ...others } = given
  const statement = givenStatement || undefined
  const data: SIWXMessageData = statement === undefined ? others : { ...others, statement }
  const { issuedAt, expirationTime, notBefore, requestId, resources = [] } = data
  const isEip4361 = PLAIN_CHAIN.test(data.chainId) && EVM_ADDRESS.test(data.accountAddress)
  const name = isEip4361 ? 'Ethereum' : networkName
  // Without a statement, a message of EIP-4361 has two empty lines. CAIP-122 and Solana's libraries write one.
  const lead = statement === undefined ? (isEip4361 ? [''] : []) : [statement, '']
  const when = (label: string, value: string | undefined) => (value === undefined ? [] : [`${label}${value}`])
  const message = [
    `${data.domain}${PHRASE}${name}${ACCOUNT}`,
    data.accountAddress,
    '',
    ...lead,
    `URI: ${data.uri}`,
    `Version: ${data.version}`,
    `Chain ID: ${data.chainId}`,
    `Nonce: ${data.nonce}`,
    ...when('Issued At: ', issuedAt),
    ...when('Expiration Time: ', expirationTime),
    ...when('Not Before: ', notBefore),
    ...when('Request ID: ', requestId),
    ...(resources.length > 0 ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
  if (isEip4361) assertEip4361(data)
  const read = parseSiwxMessage(message)
  // Parse the result again: if its fields differ from `data`, a field contains text that reads as another line.
  if (read?.networkName === name && toKey(read.data) === toKey(data)) return message
  throw new BillfoldError('siwx_message_bad', 'The message to sign has an invalid field.')
}

/** @throws siwx_message_bad for values that servers of EIP-4361 refuse */
function assertEip4361({
  statement = '',
  uri,
  requestId = '',
  resources = [],
  issuedAt,
}: SIWXMessageData): void {
  const wrong = [
    !STATEMENT.test(statement) && 'statement',
    !ASCII_URI.test(uri) && 'uri',
    !REQUEST_ID.test(requestId) && 'requestId',
    !resources.every((one) => ASCII_URI.test(one)) && 'resources',
    issuedAt === undefined && 'issuedAt',
  ].find(Boolean)
  if (!wrong) return
  throw new BillfoldError(
    'siwx_message_bad',
    `EIP-4361 does not allow this ${wrong}. Use ASCII letters, digits and the punctuation of a URI, or leave plainChainId out.`,
    { context: { field: wrong } },
  )
}

/** Parses a sign-in message. Undefined if the text does not have the form of CAIP-122 or EIP-4361. */
export function parseSiwxMessage(
  message: string,
): { data: SIWXMessageData; networkName: string } | undefined {
  if (typeof message !== 'string' || message.length > MAX_LENGTH) return undefined
  const lines = message.split('\n')
  if (lines.some((line) => UNSEEN.test(line))) return undefined
  const [, domain, networkName] = FIRST.exec(lines.shift() ?? '') ?? []
  const accountAddress = lines.shift() ?? ''
  if (!domain || !networkName || !/^[-.%a-zA-Z0-9]{1,128}$/.test(accountAddress)) return undefined
  if (lines.shift() !== '') return undefined
  // Without a statement, EIP-4361 has a second empty line.
  const [statement] = lines.splice(0, lines[0] === '' ? 1 : lines[1] === '' ? 2 : 0)

  const fields: Record<string, unknown> = {}
  for (const [name, label, grammar, isOptional] of FIELDS) {
    const value = lines[0]?.startsWith(label) ? lines.shift()!.slice(label.length) : undefined
    if (value === undefined ? !isOptional : !grammar.test(value) || isNoTime(name, value)) return undefined
    if (value !== undefined) fields[name] = value
  }
  if (lines[0] === 'Resources:') {
    const resources = lines.splice(0).slice(1)
    if (!resources.every((line) => line.startsWith('- ') && URI.test(line.slice(2)))) return undefined
    if (resources.length > 0) fields['resources'] = resources.map((line) => line.slice(2))
  }
  if (lines.length > 0) return undefined
  const data = { domain, accountAddress, ...(statement ? { statement } : {}), ...fields } as SIWXMessageData
  return { data, networkName }
}

const PHRASE = ' wants you to sign in with your '
const ACCOUNT = ' account:'
/** The first line: a host with its port, then the network's name. */
const FIRST = /^([-.:[\]a-zA-Z0-9]{1,255}) wants you to sign in with your (\S|\S.{0,198}\S) account:$/
/** An EIP-155 chain id without namespace. */
const PLAIN_CHAIN = /^\d+$/
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** Characters that the grammar of EIP-4361 allows in a statement. */
const STATEMENT = /^[-\w.~:/?#[\]@!$&'()*+,;= ]*$/
const REQUEST_ID = /^(?:[-\w.~:@!$&'()*+,;=]|%[0-9a-fA-F]{2})*$/
const ASCII_URI = /^(?:[-\w.~:/?#[\]@!$&'()*+,;=]|%[0-9a-fA-F]{2})+$/
/** Longest accepted message. Characters. */
const MAX_LENGTH = 10_000
/** Characters that are invisible, end a line or reverse its direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const URI = /^[a-zA-Z][-+.a-zA-Z0-9]*:[^\s<>"{}|\\^`]+$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** The fields, in the order of their lines. */
const FIELDS: readonly (readonly [
  name: keyof SIWXMessageData,
  label: string,
  grammar: RegExp,
  isOptional?: true,
])[] = [
  ['uri', 'URI: ', URI],
  ['version', 'Version: ', /^1$/],
  ['chainId', 'Chain ID: ', /^(?:[-a-z0-9]{3,8}:)?[-_a-zA-Z0-9]{1,32}$/],
  ['nonce', 'Nonce: ', /^[a-zA-Z0-9]{8,256}$/],
  ['issuedAt', 'Issued At: ', TIME, true],
  ['expirationTime', 'Expiration Time: ', TIME, true],
  ['notBefore', 'Not Before: ', TIME, true],
  ['requestId', 'Request ID: ', /^\S+$/, true],
]

/** Whether a time is impossible although its format is valid, such as 30 February. */
function isNoTime(name: keyof SIWXMessageData, value: string): boolean {
  if (name !== 'issuedAt' && name !== 'expirationTime' && name !== 'notBefore') return false
  const time = Date.parse(value)
  const day = value.slice(0, 10)
  return Number.isNaN(time) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day
}

/** A key that is equal for messages with equal fields. */
function toKey(data: SIWXMessageData): string {
  const { domain, accountAddress, statement, resources = [] } = data
  return JSON.stringify([domain, accountAddress, statement, ...FIELDS.map(([name]) => data[name]), resources])
}
