/** Explains why a requested payment cannot start, with ways to solve that. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { isOffered } from '../../src/shell/wallet-features.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { Button } from '../components/button.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { NextActions } from '../components/next-actions.tsx'
import { Notice } from '../components/notice.tsx'
import { Trans } from '../components/trans.tsx'
import { explainError, findText } from '../base/explain-error.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { Alert } from '../payments/alert.tsx'
import { texts as sendTexts } from '../send/texts.ts'
import { texts } from './texts.ts'

interface PlaceProps {
  payer: ConnectedAccount
  network: Network
}

export function OtherNetwork({ payer, network }: PlaceProps) {
  const { enableNetworkSwitch, router } = useShell()
  const wallet = <bdi>{nameWallet(payer.connector)}</bdi>
  const name = <bdi>{network.name}</bdi>
  const other = <bdi>{payer.network?.name ?? nameNetwork(payer.caipNetworkId)}</bdi>
  return (
    <>
      <Alert look="warn" title={texts.otherNetwork}>
        <span className="sentence">
          <Trans message={texts.otherNetworkText} wallet={wallet} other={other} network={name} />
        </span>
        {!enableNetworkSwitch && (
          <span className="sentence">
            <Trans message={texts.goThere} network={name} wallet={wallet} />
          </span>
        )}
      </Alert>
      {enableNetworkSwitch && (
        <Button kind="primary" onClick={() => router.push('SwitchNetwork', { network })}>
          {t(texts.switchTo, { network: network.name })}
        </Button>
      )}
    </>
  )
}

interface OtherWalletProps extends PlaceProps {
  /** Whether the wallet is on the right network but cannot send there. */
  isThere: boolean
  onConnect(): void
}

export function OtherWallet({ payer, network, isThere, onConnect }: OtherWalletProps) {
  const wallet = nameWallet(payer.connector)
  return (
    <>
      <Alert look="warn" title={isThere ? t(texts.cannotSend, { wallet }) : texts.otherNetwork}>
        {isThere ? (
          texts.cannotSendText
        ) : (
          <Trans
            message={texts.notApproved}
            wallet={<bdi>{wallet}</bdi>}
            network={<bdi>{network.name}</bdi>}
          />
        )}
      </Alert>
      <Button kind="primary" onClick={onConnect}>
        {texts.otherWallet}
      </Button>
    </>
  )
}

interface ShortProps {
  account: ConnectedAccount
  network: Network
  symbol: string
  /** The account's balance with its symbol. */
  held: string
  isChecking: boolean
  onCheck(): void
}

export function InsufficientFunds({ account, network, symbol, held, isChecking, onCheck }: ShortProps) {
  useSignals()
  const { features, router } = useShell()
  const canSwap = isOffered(features.value, 'swaps', getNamespace(account.caipAddress))
  return (
    <>
      <Alert look="bad" role="alert" title={t(texts.short, { token: symbol })}>
        <Trans
          message={texts.shortText}
          held={<bdi dir="ltr">{held}</bdi>}
          network={<bdi>{network.name}</bdi>}
        />
      </Alert>
      <NextActions
        among={['receive', 'onramp']}
        {...(canSwap && {
          own: {
            icon: 'swap',
            words: texts.swap,
            detail: t(texts.swapFor, { token: symbol }),
            go: () => router.push('Swap'),
          },
        })}
      />
      <Button kind="primary" busy={isChecking} icon="refresh" onClick={onCheck}>
        {texts.checkAgain}
      </Button>
    </>
  )
}

/** Explains why Billfold cannot make a payment in this token. */
export function Refused({ error }: { error: ErrorRecord }) {
  useSignals()
  const { online } = useShell()
  const words = findText(sendTexts.refusals, error.context['reason']) ?? explainError(error, online.value)
  return (
    <div role="alert">
      <Notice title={texts.unread} text={words} />
    </div>
  )
}
