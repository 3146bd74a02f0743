/** The entered transfer. */
import { type CaipAddress, isSameOwner, parseCaipAddress } from '../core/chains/caip.ts'
import { getLocale } from '../base/locale.ts'
import type { TokenRow } from '../core/assets/portfolio.ts'
import { FIAT_DECIMALS, toBaseUnits, toCents } from '../core/payments/fiat-amount.ts'
import { MAX_RECEIVER_LENGTH, readReceiver } from '../core/payments/receiver.ts'
import type { TransferDraft } from '../core/payments/transfer.ts'
import { formatTypedAmount, parseTypedAmount } from '../core/payments/typed-amount.ts'
import type { Shell } from '../shell/shell.ts'
import { createFormStore } from './form-store.ts'

type Entered = Pick<TransferDraft, 'amountText' | 'receiverText' | 'found' | 'confirmedAddress'>

export interface SendForm extends Entered {
  /** Undefined while disconnected. */
  account: CaipAddress | undefined
  token: TokenRow | undefined
  /** US dollars as they were typed, of which `amountText` is made; undefined: the amount is typed in the token. */
  fiatText: string | undefined
}

const empty = {
  token: undefined,
  fiatText: undefined,
  amountText: '',
  receiverText: '',
  found: undefined,
  confirmedAddress: undefined,
}

const { getForm, update } = createFormStore<SendForm>((state, before) => {
  const account = state.status === 'connected' ? state.caipAddress : undefined
  const receiverText = before?.account && account && findLink({ ...before, account: before.account }, account)
  return { ...empty, account, ...(receiverText && { receiverText }) }
})
export { getForm }

/** The link for whose network a person has switched to this one. */
function findLink(before: Pick<TransferDraft, 'account' | 'receiverText'>, account: CaipAddress) {
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  const read = readReceiver(before.receiverText, namespace)
  const isMeant = 'link' in read && read.link?.caipNetworkId === caipNetworkId
  return isMeant && isSameOwner(before.account, account) ? before.receiverText : undefined
}

export function enter(shell: Shell, part: Partial<Omit<SendForm, 'account'>>): void {
  update(shell, ({ token, fiatText }) => {
    const isOther = part.token !== undefined && part.token.id !== token?.id
    return {
      // Dollars are another amount of another token.
      ...(isOther && fiatText !== undefined && { amountText: '' }),
      ...(part.amountText !== undefined && { fiatText: undefined }),
      ...part,
    }
  })
}

/** What dollars are in the token takes the place of its amount, which stays empty where they can't be read. @param price for one */
export function enterFiat(shell: Shell, fiatText: string, price: number | undefined): void {
  const { token } = getForm(shell).peek()
  const locale = getLocale(shell)
  const typed = parseTypedAmount(fiatText, FIAT_DECIMALS, locale)
  const amount =
    token && price !== undefined && typed.status === 'read'
      ? toBaseUnits(typed.amount, price, token.decimals)
      : undefined
  const amountText = token && amount !== undefined ? formatTypedAmount(amount, token.decimals, locale) : ''
  enter(shell, { fiatText, amountText })
}

/** The same amount, typed in dollars from now on. */
export function flipToFiat(shell: Shell, price: number): void {
  const { token, amountText } = getForm(shell).peek()
  const locale = getLocale(shell)
  const typed = token && parseTypedAmount(amountText, token.decimals, locale)
  const cents = typed?.status === 'read' ? toCents(typed.amount, price, token!.decimals) : undefined
  const fiatText = cents ? formatTypedAmount(cents, FIAT_DECIMALS, locale) : ''
  // The amount itself stays, to the last digit, until other dollars are typed.
  update(shell, () => ({ fiatText, ...(!cents && { amountText: '' }) }))
}

/** A text that is too long stays so and is refused: cut to the limit, a link would lose its memo. */
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

/** After it was sent (A81): only where it still is what was sent. */
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
  const { account, fiatText: _, ...entered } = form
  return account && { account, locale, ...entered }
}
