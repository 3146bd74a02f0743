/** A payment that the wallet has not answered: its details, and where to check whether it was sent. */
import { useSignals } from '@preact/signals-react/runtime'
import { shortAddress } from '../../src/core/chains/address.ts'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { explorerLink } from '../../src/core/chains/explorer-link.ts'
import type { PendingRequest } from '../../src/core/payments/sent.ts'
import { formatMoment } from '../../src/core/text/time.ts'
import type { Routes } from '../../src/shell/routes.ts'
import leafCss from '../components/leaf.css?inline'
import { Address } from '../components/whole-address.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Spinner } from '../components/spinner.tsx'
import { formatUnit } from '../money/format-amount.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './sent-payment.css?inline'
import { Payment } from './sent-payment-view.tsx'
import { texts } from './texts.ts'

addSheet(leafCss)
addSheet(css)

declare module '../../src/shell/routes.ts' {
  interface Routes {
    /** `id`: that of the wallet request. */
    UnknownPayment: { account: PendingRequest['account']; id: string }
  }
}

export const view: ViewDefinition<'UnknownPayment'> = {
  title: () => texts.unknownView,
  View: ({ data }) => data && <Unknown {...data} />,
}

function Unknown({ account, id }: Routes['UnknownPayment']) {
  useSignals()
  const { topic } = useShell()
  const { data } = topic('sent', { account }).value
  const request = data?.asked.find((one) => one.id === id)
  const found = data?.payments.find((one) => one.asked === id)
  if (found) return <Payment account={account} hash={found.hash} />
  if (!request) return <p className="body sent-note">{data ? texts.gone : <Spinner />}</p>
  return <PendingPayment {...request} />
}

function PendingPayment({ account, id, kind, out, to, askedAt }: PendingRequest) {
  useSignals()
  const { router, networks, locale, payments, account: active } = useShell()
  const { caipNetworkId, address } = parseCaipAddress(account)
  const own = active.value
  /**
   * The account's address to show, with its checksum if the account is connected. The address in the account's id has
   * no checksum.
   */
  const shown = own.status === 'connected' && own.caipAddress === account ? own.address : address
  const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
  const link = explorerLink(network, 'address', address)
  // Leave the view at once. If the code cannot be loaded, the request just stays in the list.
  const dismiss = () => {
    payments().then(
      (control) => control.dismiss({ account, id }),
      () => {},
    )
    router.goHome()
  }
  return (
    <div className="body sent-payment">
      <div className="sent-picture">
        <Icon name="warn" size={32} />
      </div>
      <div role="status">
        <h3 className="heading">{texts.unknownTitle}</h3>
        <p className="lede">{texts.unknownText}</p>
      </div>
      <div className="leaf" part="leaf">
        <dl className="pad fact-list">
          <Fact name={texts.amount}>
            <bdi dir="ltr">{formatUnit(out.text, out.symbol)}</bdi>
          </Fact>
        </dl>
        <div className="crease" />
        <div className="pad">
          <p className="sent-to">
            <span>{texts.to}</span>
          </p>
          <Address address={to} />
        </div>
        <div className="crease" />
        <dl className="pad fact-list">
          {network && <Fact name={texts.onNetwork}>{network.name}</Fact>}
          <Fact name={texts.account}>
            <bdi className="mono" dir="ltr" title={shown}>
              {shortAddress(shown)}
            </bdi>
          </Fact>
          <Fact name={texts.asked}>{formatMoment(askedAt, { locale: locale ?? 'en' })}</Fact>
        </dl>
      </div>
      {kind !== 'swap' && <p className="sent-note">{texts.searching}</p>}
      <div className="sent-answers">
        {link && (
          <ButtonLink href={link} icon="external">
            {texts.explorer}
          </ButtonLink>
        )}
        <Button kind="primary" onClick={router.goHome}>
          {texts.done}
        </Button>
      </div>
      {/* An inconspicuous button: somebody who presses it by mistake may pay twice. */}
      <Button kind="quiet" onClick={dismiss}>
        {texts.notSent}
      </Button>
    </div>
  )
}
