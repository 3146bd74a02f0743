/** One spending cap and its revocation, from the review to the outcome. */
import { useSignals } from '@preact/signals-react/runtime'
import { shortAddress } from '../../src/core/chains/address.ts'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import { explorerLink } from '../../src/core/chains/explorer-link.ts'
import { nativeToken } from '../../src/core/assets/prices.ts'
import type { Allowance, PreparedRevocation } from '../../src/core/payments/allowance.ts'
import type { SentTransaction } from '../../src/core/payments/sent.ts'
import { getLocale } from '../../src/base/locale.ts'
import type { Revocation } from '../../src/payments/create-revocation.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { explainError } from '../base/explain-error.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { Fact } from '../components/fact.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { Notice } from '../components/notice.tsx'
import { Trans } from '../components/trans.tsx'
import { Address } from '../components/whole-address.tsx'
import { formatUnit } from '../money/format-amount.ts'
import { useFiatFormat } from '../money/use-prices.ts'
import { FeeUncovered } from '../payments/fee-uncovered.tsx'
import { PaymentStatus } from '../payments/payment-status.tsx'
import { FeeFact, SimulationFact } from '../payments/fee-facts.tsx'
import {
  ExpiredNotice,
  Obstacle,
  PaymentError,
  type Ready,
  Review,
  ReviewAmount,
  ReviewButtons,
} from '../payments/review.tsx'
import { failures, texts as reviewTexts } from '../payments/review-texts.ts'
import { usePayment } from '../payments/use-payment.ts'
import css from './allowances.css?inline'
import { describeCap, describeRisk } from './describe-cap.ts'
import { texts } from './texts.ts'
import { useAllowances } from './use-allowances.ts'
import { useTokenIcons } from '../money/use-token-icons.ts'

addSheet(css)

export const view: ViewDefinition<'SpendingCap'> = {
  title: () => texts.one,
  // Cancels the review. A request that is already in the wallet continues.
  leave(_, data) {
    data?.revocation.cancel()
    data?.revocation.leave()
  },
  next: ['Account'],
  View: ({ data }) => (data ? <SpendingCap {...data} /> : <ExpiredNotice />),
}

function SpendingCap({ revocation, app }: { revocation: Revocation; app?: string | undefined }) {
  useSignals()
  const shell = useShell()
  const state = revocation.state.value
  const account = shell.account.value
  const { draft } = revocation
  const symbol = ('prepared' in state && state.prepared.allowance?.symbol) || texts.someToken
  const isCurrent = account.status === 'connected' && account.caipAddress === draft.account
  // Watch the list of spending caps here, too, so that it is refreshed after the revocation is confirmed.
  useAllowances(draft.account)
  return (
    <Review
      of="cap"
      review={revocation}
      isCurrent={isCurrent}
      words={{ ...texts, preparing: texts.reading }}
      explain={(error, isOnline) => [
        texts.failed,
        error.code === 'payment_changed' ? failures.payment_changed : explainError(error, isOnline),
      ]}
      request={'prepared' in state ? { text: <Request prepared={state.prepared} /> } : undefined}
      what={t(texts.lookCap, { amount: formatUnit('0', symbol) })}
      confirmAgain={() => 'prepared' in state && void revocation.revoke(state.prepared, true)}
      exit={{ words: reviewTexts.toAccount, go: shell.router.goHome }}
    >
      {state.status === 'sent' && <Outcome sent={state.sent} />}
      {state.status === 'ready' && account.status === 'connected' && (
        <ReadyReview account={account} revocation={revocation} app={app} {...state} />
      )}
    </Review>
  )
}

/** Tells the person which details to compare in the wallet. */
function Request({ prepared: { draft, allowance } }: { prepared: PreparedRevocation }) {
  return (
    <Trans
      message={texts.approve}
      token={<bdi>{allowance?.symbol || texts.someToken}</bdi>}
      spender={
        <bdi className="mono" dir="ltr" title={draft.spender}>
          {shortAddress(draft.spender)}
        </bdi>
      }
    />
  )
}

function Outcome({ sent }: { sent: SentTransaction }) {
  useSignals()
  const findIcon = useTokenIcons(sent.account)
  const payment = usePayment(sent)
  return <PaymentStatus payment={payment} iconUrl={findIcon(sent.out.token)} />
}

interface ReadyProps extends Ready<PreparedRevocation> {
  account: ConnectedAccount
  revocation: Revocation
  app: string | undefined
}

function ReadyReview({ account, revocation, app, prepared, failure, isRenewed }: ReadyProps) {
  const { allowance, simulation, shortage } = prepared
  if (!allowance)
    return (
      <div className="body cap" role="status">
        <Notice title={texts.gone} text={texts.goneText} />
      </div>
    )
  const isHopeless = simulation.status === 'failed' || shortage !== undefined
  const token = account.network?.nativeCurrency.symbol ?? ''
  return (
    <div className="body cap">
      {failure && <PaymentError failure={failure} words={texts.failures} account={account} />}
      <Obstacle
        account={account}
        simulation={simulation}
        shortage={shortage}
        words={{
          failed: texts.simulationFailed,
          fault: texts.simulationText,
          short: t(texts.feeShort, { token }),
        }}
      />
      <FeeUncovered prepared={prepared} account={account} />
      <Facts account={account} allowance={allowance} prepared={prepared} app={app} />
      <p className="spending-cap-effect">{texts.effect}</p>
      <ReviewButtons
        review={revocation}
        isHopeless={isHopeless}
        isRenewed={isRenewed}
        renewing={texts.renewing}
        onConfirm={() => void revocation.revoke(prepared)}
      >
        {texts.revoke}
      </ReviewButtons>
    </div>
  )
}

interface FactsProps {
  account: ConnectedAccount
  allowance: Allowance
  prepared: PreparedRevocation
  app: string | undefined
}

function Facts({ account, allowance, prepared, app }: FactsProps) {
  const shell = useShell()
  const { network, caipNetworkId } = account
  const { token, spender, symbol } = allowance
  const formatFiat = useFiatFormat([token, nativeToken(caipNetworkId)])
  const findIcon = useTokenIcons(account.caipAddress)
  const locale = getLocale(shell)
  const { figure, unit } = describeCap(allowance, locale)
  const explorer = explorerLink(network, 'address', spender)
  const { fee, simulation } = prepared
  return (
    <div className="leaf" part="leaf">
      <ReviewAmount
        title={texts.one}
        full={formatUnit(figure, unit)}
        figure={figure}
        symbol={unit}
        iconUrl={findIcon(token)}
        detail={t(texts.contract, { symbol: symbol || texts.someToken })}
      />
      <div className="pad spending-cap-contract">
        <bdi className="mono" dir="ltr">
          {toChecksumAddress(parseCaipAddress(token).address)}
        </bdi>
      </div>
      <div className="crease" />
      <div className="pad">
        <p className="spending-cap-spender">
          <span>{texts.spender}</span>
          {app && (
            <span>
              <Trans message={texts.named} app={<bdi>{app}</bdi>} />
            </span>
          )}
        </p>
        <Address address={spender} />
        {explorer && (
          <ButtonLink href={explorer} icon="external">
            {texts.explorer}
          </ButtonLink>
        )}
      </div>
      <div className="crease" />
      <dl className="pad fact-list">
        <Fact name={texts.riskNow}>
          <bdi>{describeRisk(allowance, formatFiat, locale) ?? texts.riskUnknown}</bdi>
        </Fact>
        <Fact name={texts.network}>
          <bdi>{network?.name ?? nameNetwork(caipNetworkId)}</bdi>
        </Fact>
        <FeeFact account={account} fee={fee} formatFiat={formatFiat} />
        <SimulationFact simulation={simulation} />
      </dl>
    </div>
  )
}
