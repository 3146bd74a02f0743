/** The account that pays: its balance of the token, and the review. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { nativeToken } from '../../src/core/assets/prices.ts'
import type { TokenFacts, TransferDraft } from '../../src/core/payments/transfer.ts'
import { formatTypedAmount } from '../../src/core/payments/typed-amount.ts'
import { createTransfer, type Transfer } from '../../src/payments/create-transfer.ts'
import type { PagePayment } from '../../src/shell/page-payment.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { Failure } from '../components/failure.tsx'
import { getLocale } from '../../src/base/locale.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { type CommandState, useCommand } from '../base/use-command.ts'
import { formatTokenAmount } from '../money/format-amount.ts'
import { useTokens } from '../money/use-tokens.ts'
import { announceSent } from '../payments/announce-sent.ts'
import { TransferReview } from '../send/transfer-review.tsx'
import { InsufficientFunds } from './obstacles.tsx'
import { RequestedPayment } from './request.tsx'
import { texts } from './texts.ts'

interface PayerProps {
  payment: PagePayment
  payer: ConnectedAccount
  token: CommandState<TokenFacts>
  name: string | undefined
  /** Names the requesting page. Shown above the review. */
  head: ReactNode
  /** Whether the account that pays is the active account. */
  isActive: boolean
}

export function Payer({ payment, payer, token, name, head, isActive }: PayerProps) {
  useSignals()
  const shell = useShell()
  const { request, network } = payment
  const { caipNetworkId, asset, amount } = request
  const { caipAddress } = payer
  const id = asset === 'native' ? nativeToken(caipNetworkId) : (`${caipNetworkId}:${asset}` as CaipAddress)
  const balance = useCommand('tokenBalance', id && { account: caipAddress, token: id }, 0)
  const own = useOwnToken(caipAddress, id)
  const symbol = token.data?.symbol ?? own.symbol ?? (own.isKnown ? shortAddress(asset) : undefined)
  const held = balance.data?.amount
  const facts = token.data && symbol !== undefined ? { ...token.data, symbol } : undefined

  const transfer =
    facts && held !== undefined && held >= amount && isActive
      ? payment.getTransfer(caipAddress, () =>
          createPayment(
            shell,
            payment,
            { ...toToken(payment, facts, own.iconUrl), amount: held },
            caipAddress,
          ),
        )
      : payment.transfer?.draft.account === caipAddress
        ? payment.transfer
        : undefined
  if (transfer)
    return (
      <TransferReview
        transfer={transfer}
        draft={transfer.draft}
        change={{ words: texts.doNotPay, go: shell.close }}
        exit={{ words: texts.close, go: shell.close }}
        nameAction={(what) => t(texts.pay, { what })}
        head={head}
        name={name}
      />
    )
  return (
    <div className="body send">
      {head}
      <RequestedPayment payment={payment} token={facts ? { ...token, data: facts } : token} name={name} />
      {balance.error && <Failure title={texts.unread} error={balance.error} onRetry={balance.retry} />}
      {facts && held !== undefined && held < amount && (
        <InsufficientFunds
          account={payer}
          network={network}
          symbol={facts.symbol}
          held={formatTokenAmount(held, facts)}
          isChecking={balance.status === 'asking'}
          onCheck={balance.retry}
        />
      )}
    </div>
  )
}

type Facts = TokenFacts & { symbol: string }

function toToken(
  { request, network }: PagePayment,
  { symbol, decimals }: Facts,
  iconUrl: string | undefined,
) {
  const { caipNetworkId, asset } = request
  const common = { symbol, decimals, ...(iconUrl !== undefined && { iconUrl }) }
  return asset === 'native'
    ? { ...common, id: network.caipNetworkId, kind: 'native' as const }
    : { ...common, id: `${caipNetworkId}:${asset}`, kind: 'token' as const, contract: asset }
}

/** Creates the transfer from a frozen draft, so that its amount and receiver cannot change. */
function createPayment(
  shell: Shell,
  payment: PagePayment,
  token: NonNullable<TransferDraft['token']>,
  account: CaipAddress,
): Transfer {
  const { amount, recipient } = payment.request
  const locale = getLocale(shell)
  const draft: TransferDraft = Object.freeze({
    account,
    locale,
    token: Object.freeze(token),
    amountText: formatTypedAmount(amount, token.decimals, locale),
    receiverText: recipient,
  })
  return createTransfer(draft, {
    shell: { ...shell, payments: payment.payments },
    own: shell.accounts.peek().map(({ caipAddress }) => caipAddress),
    onSent: (transfer, sent) => announceSent(shell, transfer, sent),
  })
}

/** The token's symbol and picture from the account's portfolio: some tokens have no symbol on the chain. */
function useOwnToken(account: CaipAddress, id: CaipAddress | undefined) {
  const tokens = useTokens(account)
  const row = tokens.status === 'known' ? tokens.main.find((one) => one.id === id) : undefined
  return { symbol: row?.symbol, iconUrl: row?.iconUrl, isKnown: tokens.status !== 'loading' }
}
