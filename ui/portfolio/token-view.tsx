/** One token, with a button to send it. */
import { useSignals } from '@preact/signals-react/runtime'
import { type CaipAddress, getNamespace } from '../../src/core/chains/caip.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { isOffered } from '../../src/shell/wallet-features.ts'
import { Button } from '../components/button.tsx'
import { canWalletSend } from '../../src/wallets/can-send.ts'
import { canSendToken } from '../../src/payments/can-send-token.ts'
import { enter, getForm } from '../../src/payments/send-form.ts'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { texts } from './texts.ts'
import { getTokenTitle, TokenDetails } from './token-details.tsx'

declare module '../../src/shell/routes.ts' {
  interface Routes {
    /** The row that was opened, and its index at that time. */
    Token: { account: CaipAddress; row: TokenRow; index: number }
  }
}

export const view: ViewDefinition<'Token'> = {
  title: (_, data) => (data ? getTokenTitle(data.row) : ''),
  next: ['WalletSend'],
  View: ({ data }) =>
    data && (
      <TokenDetails opened={data}>
        <Send {...data} />
      </TokenDetails>
    ),
}

/** Opens the send form with this token. Not for an unverified token, which must be chosen in the form's list of tokens. */
function Send({ account, row }: Pick<Routes['Token'], 'account' | 'row'>) {
  useSignals()
  const shell = useShell()
  const { account: state, features, router } = shell
  const { value: sender } = state
  const canBeSent =
    sender.status === 'connected' &&
    sender.caipAddress === account &&
    sender.network !== undefined &&
    row.group === 'main' &&
    canSendToken(row) &&
    canWalletSend(sender) &&
    isOffered(features.value, 'send', getNamespace(account))
  if (!canBeSent) return null
  function send(): void {
    getForm(shell)
    enter(shell, { token: row })
    router.push('WalletSend')
  }
  return (
    <div className="token-send">
      <Button kind="primary" icon="send" onClick={send}>
        {texts.send}
      </Button>
    </div>
  )
}
