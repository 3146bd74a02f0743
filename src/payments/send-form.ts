/** The entered transfer. */
import { type CaipAddress, isSameOwner, parseCaipAddress } from '../core/chains/caip.ts'
import type { TokenRow } from '../core/assets/portfolio.ts'
import { MAX_RECEIVER_LENGTH, readReceiver } from '../core/payments/receiver.ts'
import type { TransferDraft } from '../core/payments/transfer.ts'
import type { Shell } from '../shell/shell.ts'
import { createFormStore } from './form-store.ts'

type Entered = Pick<TransferDraft, 'amountText' | 'receiverText' | 'found' | 'confirmedAddress'>

export interface SendForm extends Entered {
  /** Undefined while disconnected. */
  account: CaipAddress | undefined
  token: TokenRow | undefined
}

const empty = {
  token: undefined,
  amountText: '',
  receiverText: '',
  found: undefined,
  confirmedAddress: undefined,
}

const { getForm, update } = createFormStore<SendForm>((state, before) => {
  const account = state.status === 'connected' ? state.caipAddress : undefined
  const receiverText = before?.account && account && findLink(before as TransferDraft, account)
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
  update(shell, () => part)
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
  const { account, ...entered } = form
  return account && { account, locale, ...entered }
}
