/** The send form: token, amount and receiver. The label of its button names the first problem of the entry. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { nativeToken } from '../../src/core/assets/prices.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import {
  areSettled,
  checkTransfer,
  type TransferDraft,
  type TransferFee,
  type ReceiverWarning,
  warningLevels,
} from '../../src/core/payments/transfer.ts'
import { createTransfer } from '../../src/payments/create-transfer.ts'
import leafCss from '../components/leaf.css?inline'
import { Button } from '../components/button.tsx'
import { Fact } from '../components/fact.tsx'
import { Mark } from '../components/mark.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { announceSent } from '../payments/announce-sent.ts'
import { FeeFact } from '../payments/fee-facts.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import { getLocale } from '../../src/base/locale.ts'
import {
  enter,
  getForm,
  parseDollars,
  resetForm,
  type SendForm,
  toDraft,
} from '../../src/payments/send-form.ts'
import { Amount } from './amount-field.tsx'
import { Receiver } from './receiver-field.tsx'
import previewCss from './preview.css?inline'
import css from './send.css?inline'
import { texts } from './texts.ts'
import { useFiatFormat } from '../money/use-prices.ts'
import { useHistory, useReading } from './use-history.ts'
import { useTokens } from '../money/use-tokens.ts'
import { useTransferFee } from '../money/use-transfer-fee.ts'
import { canWalletSend } from '../../src/wallets/can-send.ts'
import { Warning } from './warnings.tsx'

addSheet(leafCss)
addSheet(css)
addSheet(previewCss)

export const view: ViewDefinition<'WalletSend'> = {
  title: () => texts.title,
  next: ['WalletSendSelectToken', 'WalletSendPreview'],
  View: WalletSend,
}

function WalletSend() {
  useSignals()
  const shell = useShell()
  const { account: state, router } = shell
  const account = state.value
  const form = getForm(shell).value
  const isPossible = account.status === 'connected' && account.network !== undefined && canWalletSend(account)

  useEffect(() => {
    if (!isPossible) router.goHome()
  }, [router, isPossible])

  const draft = toDraft(form, getLocale(shell))
  if (!isPossible || !draft || draft.account !== account.caipAddress) return null
  return <Form key={account.caipAddress} account={account} form={form} draft={draft} />
}

interface FormProps {
  account: ConnectedAccount
  form: SendForm
  draft: TransferDraft
}

function Form({ account, form, draft }: FormProps) {
  const shell = useShell()
  const isNativeToken = form.token?.kind === 'native'
  const lacks = (reserved?: bigint) => checkTransfer(draft, reserved).problem === 'funds_insufficient'
  const fee = useTransferFee(
    account.caipAddress,
    ({ max: maxText }) => isNativeToken && lacks(maxText) && !lacks(),
  )
  useFreshToken(account, form)
  useReading(account.caipAddress)
  const reserved = isNativeToken && !fee?.isOptional ? fee?.max : undefined
  const check = checkTransfer(draft, reserved)
  // If the amount in dollars is invalid, the draft has no amount.
  const isWrong = form.dollars && parseDollars(shell, form.dollars.text).status === 'wrong'
  const problem = isWrong && check.problem === 'amount_missing' ? 'amount_wrong' : check.problem
  const [unknownName, setUnknownName] = useState<'nobody' | 'failed'>()

  function preview(): void {
    const own = shell.accounts.peek().map(({ caipAddress }) => caipAddress)
    const transfer = createTransfer(draft, {
      shell,
      own,
      onSent: (one, sent) => {
        resetForm(shell, one.draft)
        announceSent(shell, one, sent)
      },
    })
    shell.router.push('WalletSendPreview', { transfer })
  }

  const words =
    problem === undefined
      ? texts.preview
      : problem === 'receiver_unresolved' && unknownName
        ? texts.nameAnswers[unknownName]
        : texts.buttons[problem]
  return (
    <div className="body send">
      <Amount account={account} form={form} check={check} fee={fee} />
      <Receiver account={account} form={form} receiver={check.receiver} onUnknown={setUnknownName} />
      {check.receiver.status === 'address' && <Seen key={check.receiver.address} draft={draft} />}
      <dl className="fact-list send-facts">
        <Fact name={texts.network}>
          <Network account={account} />
        </Fact>
        {fee && isNativeToken && <FormFee account={account} fee={fee} />}
      </dl>
      <Button kind="primary" disabled={problem !== undefined} onClick={preview}>
        {words}
      </Button>
    </div>
  )
}

export function Network({ account: { network, caipNetworkId } }: { account: ConnectedAccount }) {
  const name = network?.name ?? nameNetwork(caipNetworkId)
  return (
    <span className="send-network">
      <Mark name={name} url={network?.imageUrl} size={18} shape="round" />
      <bdi>{name}</bdi>
    </span>
  )
}

/** The network fee. For a token, only the simulation in the review returns it. */
function FormFee({ account, fee }: { account: ConnectedAccount; fee: TransferFee }) {
  const formatFiat = useFiatFormat([nativeToken(account.caipNetworkId)])
  return account.network ? <FeeFact account={account} fee={fee} formatFiat={formatFiat} /> : null
}

/**
 * The most dangerous warning about the receiver, as soon as one is known. If a warning must be confirmed, the review
 * asks for the confirmation.
 */
function Seen({ draft }: { draft: TransferDraft }) {
  const { call, accounts } = useShell()
  const [warnings, setWarnings] = useState<readonly ReceiverWarning[]>([])
  const { account, receiverText, confirmedAddress, found, token } = draft
  const key = [receiverText, confirmedAddress, found?.address, token?.id].join(' ')
  useHistory(account, key, async (signal) => {
    const own = accounts.peek().map(({ caipAddress }) => caipAddress)
    const seen = await call('checkReceiver', { draft, own }, { signal })
    if (!signal.aborted) setWarnings(seen)
    return areSettled(seen)
  })
  const worst = warnings.find(({ code }) => warningLevels[code] !== 'fact')
  return worst ? <Warning warning={worst} isLoud={warningLevels[worst.code] === 'danger'} /> : null
}

/** Keeps the chosen token's balance up to date. If no token is chosen, chooses the token with the highest value. */
function useFreshToken({ caipAddress }: ConnectedAccount, { token }: SendForm): void {
  const shell = useShell()
  const tokens = useTokens(caipAddress)
  const { main, unverified } = tokens.status === 'known' ? tokens : { main: [], unverified: [] }
  const row = token ? [...main, ...unverified].find(({ id }) => id === token.id) : main[0]
  useEffect(() => {
    if (row && row !== token) enter(shell, { token: row })
  }, [shell, row, token])
}
