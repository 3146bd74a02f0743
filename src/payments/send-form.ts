/** The transfer form: its state and changes to it. */
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
  /** Undefined while no account is connected. */
  account: CaipAddress | undefined
  token: TokenRow | undefined
  /** Set if dollars are typed; `amountText` is then the equivalent in the token. */
  dollars: TypedDollars | undefined
}

interface TypedDollars {
  /** The typed dollars, as text. */
  text: string
  /** Price of one token in US dollars, with which `amountText` was calculated. Absent while unknown. */
  price?: number
  /** Set if the dollars were calculated from `amountText`, and not edited since. */
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

/** The entered payment link, if the person has switched to this network because of it. */
function findLink(receiverText: string, before: CaipAddress, account: CaipAddress) {
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  const read = readReceiver(receiverText, namespace)
  const isMeant = 'link' in read && read.link?.caipNetworkId === caipNetworkId
  return isMeant && isSameOwner(before, account) ? receiverText : undefined
}

/**
 * Changes the form. Entering a token amount ends the entry in dollars. Choosing another token keeps the dollars and
 * clears the token amount.
 */
export function enter(shell: Shell, part: Partial<Omit<SendForm, 'account'>>): void {
  update(shell, ({ token, dollars }) => {
    if (!dollars || 'dollars' in part) return part
    if ('amountText' in part) return { ...part, dollars: undefined }
    const isOther = 'token' in part && part.token?.id !== token?.id
    return isOther ? { ...part, amountText: '', dollars: { text: dollars.text } } : part
  })
}

/** @param price of one token in US dollars */
export function enterDollars(shell: Shell, text: string, price: number): void {
  const { token } = getForm(shell).peek()
  const typed = parseDollars(shell, text)
  const amount =
    token && typed.status === 'read' ? toTokenAmount(typed.amount, price, token.decimals) : undefined
  const amountText = amount ? formatTypedAmount(amount, token!.decimals, getLocale(shell)) : ''
  enter(shell, { dollars: { text, price }, amountText })
}

/** Switches between dollars and the token amount. The token amount stays exact until dollars are typed. */
export function flipAmount(shell: Shell, price: number): void {
  if (getForm(shell).peek().dollars) return enter(shell, { dollars: undefined })
  const made = makeDollars(shell, price)
  enter(shell, made ? { dollars: made } : { dollars: { text: '', price }, amountText: '' })
}

/** The entered amount in dollars. Undefined for less than a cent. */
function makeDollars(shell: Shell, price: number): TypedDollars | undefined {
  const { token, amountText } = getForm(shell).peek()
  const locale = getLocale(shell)
  const typed = parseTypedAmount(amountText, token?.decimals ?? 0, locale)
  const cents = token && typed.status === 'read' ? toCents(typed.amount, token.decimals, price) : undefined
  return cents ? { text: formatTypedAmount(cents, DOLLAR_DECIMALS, locale), price, isMade: true } : undefined
}

/**
 * Keeps the typed amount, dollars or tokens, and calculates the other from a new price. Without a price, the entry in
 * dollars ends and the token amount stays.
 * @param tokenId id of the token that the price is for
 * @param price of one token in US dollars; undefined if unknown
 */
export function followPrice(shell: Shell, tokenId: string | undefined, price: number | undefined): void {
  const { token, dollars } = getForm(shell).peek()
  if (!dollars || token?.id !== tokenId) return
  if (price === undefined) return enter(shell, { dollars: undefined })
  if (price === dollars.price) return
  if (dollars.isMade) enter(shell, { dollars: makeDollars(shell, price) })
  else enterDollars(shell, dollars.text, price)
}

/** Reads typed dollars, in cents. */
export function parseDollars(shell: Shell, text: string): TypedAmount {
  return parseTypedAmount(text, DOLLAR_DECIMALS, getLocale(shell))
}

/**
 * Cuts a text that is too long to one character more than the limit, so that it is refused: a truncated link would lose
 * its memo.
 */
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

/** Clears the form when the transfer is sent, unless the form was changed meanwhile (A81). */
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

/** The form as a draft. Undefined while no account is connected. */
export function toDraft(form: SendForm, locale: string): TransferDraft | undefined {
  const { account, dollars: _, ...entered } = form
  return account && { account, locale, ...entered }
}
