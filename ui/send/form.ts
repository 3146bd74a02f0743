/** The entered transfer. */
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import type { TransferDraft } from '../../src/core/payments/transfer.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { createFormStore } from '../payments/form-store.ts'

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

const { getForm, update } = createFormStore<SendForm>((state) => ({
  ...empty,
  account: state.status === 'connected' ? state.caipAddress : undefined,
}))
export { getForm }

export function enter(shell: Shell, part: Partial<Omit<SendForm, 'account'>>): void {
  update(shell, () => part)
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
