/** The state of the transfer form. */
import { type CaipAddress, isSameOwner, parseCaipAddress } from '../core/chains/caip.ts'
import type { TokenRow } from '../core/assets/portfolio.ts'
import { MAX_RECEIVER_LENGTH, readReceiver } from '../core/payments/receiver.ts'
import { DOLLAR_DECIMALS, toCents, toTokenAmount } from '../core/payments/dollars.ts'
import type { TransferDraft } from '../core/payments/transfer.ts'
import { formatTypedAmount, parseTypedAmount, type TypedAmount } from '../core/payments/typed-amount.ts'
import { getLocale } from '../base/locale.ts'
import type { Shell } from '../shell/shell.ts'
import { createFormStore } from './form-store.ts'

type Entered = Pick<TransferDraft, 'amountText' | 'receiverText' | 'found' | 'confirmedAddress'>

export interface SendForm extends Entered {
  /** Undefined while disconnected. */
  account: CaipAddress | undefined
  token: TokenRow | undefined
  /** Set if the amount is typed in US dollars; `amountText` is then the equivalent in the token. */
  dollars: TypedDollars | undefined
}

interface TypedDollars {
  /** The text in the field. */
  text: string
  /** Price of one token at which the dollars equal `amountText`; absent while unknown. */
  price?: number
  /** The dollars were calculated from `amountText`, and not edited since. */
  isMade?: true
}

const empty = {
  token: undefined,
  amountText: '',
  dollars: undefined,
  receiverText: '',
  found: undefined,
  confirmedAddress: undefined,
}

const { getForm, update } = createFormStore<SendForm>((state, before) => {
  const account = state.status === 'connected' ? state.caipAddress : undefined
  const receiverText = before?.account && account && findLink(before.receiverText, before.account, account)
  return { ...empty, account, ...(receiverText && { receiverText }) }
})
export { getForm }

/** The entered payment link, if the user switched to this network because of it. */
function findLink(receiverText: string, before: CaipAddress, account: CaipAddress) {
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  const read = readReceiver(receiverText, namespace)
  const isMeant = 'link' in read && read.link?.caipNetworkId === caipNetworkId
  return isMeant && isSameOwner(before, account) ? receiverText : undefined
}

/** Changes the form. A token amount ends the entry in dollars; another token keeps the dollars and clears the amount. */
export function enter(shell: Shell, part: Partial<Omit<SendForm, 'account'>>): void {
  update(shell, ({ token, dollars }) => {
    if (!dollars || 'dollars' in part) return part
    if ('amountText' in part) return { ...part, dollars: undefined }
    const isOther = 'token' in part && part.token?.id !== token?.id
    return isOther ? { ...part, amountText: '', dollars: { text: dollars.text } } : part
  })
}

/** @param price US dollars for one token */
export function enterDollars(shell: Shell, text: string, price: number): void {
  const { token } = getForm(shell).peek()
  const typed = parseDollars(shell, text)
  const amount =
    token && typed.status === 'read' ? toTokenAmount(typed.amount, price, token.decimals) : undefined
  const amountText = amount ? formatTypedAmount(amount, token!.decimals, getLocale(shell)) : ''
  enter(shell, { dollars: { text, price }, amountText })
}

/** Switches to the other unit. The token amount stays exact until dollars are typed. */
export function flipAmount(shell: Shell, price: number): void {
  if (getForm(shell).peek().dollars) return enter(shell, { dollars: undefined })
  const made = makeDollars(shell, price)
  enter(shell, made ? { dollars: made } : { dollars: { text: '', price }, amountText: '' })
}

/** Undefined for less than a cent. */
function makeDollars(shell: Shell, price: number): TypedDollars | undefined {
  const { token, amountText } = getForm(shell).peek()
  const locale = getLocale(shell)
  const typed = parseTypedAmount(amountText, token?.decimals ?? 0, locale)
  const cents = token && typed.status === 'read' ? toCents(typed.amount, token.decimals, price) : undefined
  return cents ? { text: formatTypedAmount(cents, DOLLAR_DECIMALS, locale), price, isMade: true } : undefined
}

/**
 * Keeps the typed amount and recalculates the other with a new price. Without a price, the token amount stays.
 * @param tokenId the token of the price
 * @param price the current price; undefined if unknown
 */
export function followPrice(shell: Shell, tokenId: string | undefined, price: number | undefined): void {
  const { token, dollars } = getForm(shell).peek()
  if (!dollars || token?.id !== tokenId) return
  if (price === undefined) return enter(shell, { dollars: undefined })
  if (price === dollars.price) return
  if (dollars.isMade) enter(shell, { dollars: makeDollars(shell, price) })
  else enterDollars(shell, dollars.text, price)
}

/** Cents. */
export function parseDollars(shell: Shell, text: string): TypedAmount {
  return parseTypedAmount(text, DOLLAR_DECIMALS, getLocale(shell))
}

/** Keeps a text that is too long, so that it is refused: a truncated link would lose its memo. */
export function enterReceiver(shell: Shell, text: string): void {
  enter(shell, {
    receiverText:
      text.length > MAX_RECEIVER_LENGTH
        ? text.slice(0, MAX_RECEIVER_LENGTH + 1)
        : text.replace(/\s*\n\s*/g, ''),
    found: undefined,
    confirmedAddress: undefined,
  })
}

/** Clears the form after sending, if it still matches the sent transfer (A81). */
export function resetForm(shell: Shell, sent: TransferDraft): void {
  const { account, token, amountText, receiverText } = getForm(shell).peek()
  if (
    account === sent.account &&
    token?.id === sent.token?.id &&
    amountText === sent.amountText &&
    receiverText === sent.receiverText
  )
    enter(shell, empty)
}

/** Undefined while disconnected. */
export function toDraft(form: SendForm, locale: string): TransferDraft | undefined {
  const { account, dollars: _, ...entered } = form
  return account && { account, locale, ...entered }
}
