/** The requesting page, and what it requests. */
import { shortAddress } from '../../src/core/chains/address.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import { cleanText } from '../../src/core/text/text.ts'
import type { TokenFacts } from '../../src/core/payments/transfer.ts'
import type { PagePayment } from '../../src/shell/page-payment.ts'
import { Avatar } from '../components/avatar.tsx'
import { Fact } from '../components/fact.tsx'
import { Failure } from '../components/failure.tsx'
import { Mark } from '../components/mark.tsx'
import { Trans } from '../components/trans.tsx'
import { Address } from '../components/whole-address.tsx'
import { getLocale } from '../../src/base/locale.ts'
import { useShell } from '../base/shell-context.ts'
import { getSite } from '../base/site.ts'
import type { CommandState } from '../base/use-command.ts'
import { formatTokenAmount, groupDigits } from '../money/format-amount.ts'
import { ReviewAmount } from '../payments/review.tsx'
import { Refused } from './obstacles.tsx'
import { texts } from './texts.ts'

/** The name and note that the page gives. The origin beside them comes from the browser, so the page cannot fake it. */
export function Requester({ payment }: { payment: PagePayment }) {
  const { metadata, request } = payment
  const site = getSite(metadata)
  const name = cleanText(site.name).text
  return (
    <div className="leaf" part="leaf">
      <div className="pad pay-asker">
        <Mark name={name} url={site.iconUrl} size={40} shape="square" />
        <div>
          <p>
            <Trans message={texts.asks} site={<bdi>{name}</bdi>} />
          </p>
          <bdi className="origin" dir="ltr">
            {location.origin}
          </bdi>
        </div>
      </div>
      {request.memo && (
        <>
          <div className="crease" />
          <div className="pad pay-note">
            <p>{texts.note}</p>
            <blockquote>
              <bdi>{cleanText(request.memo, request.memo.length).text}</bdi>
            </blockquote>
            <p>{texts.noteText}</p>
          </div>
        </>
      )}
    </div>
  )
}

interface AskedProps {
  payment: PagePayment
  token: CommandState<TokenFacts>
  name: string | undefined
}

/** The requested amount and receiver, shown until the review can start. */
export function RequestedPayment({ payment, token, name }: AskedProps) {
  const shell = useShell()
  const { request, network } = payment
  const { asset, amount, recipient } = request
  if (token.error?.code === 'transfer_refused') return <Refused error={token.error} />
  if (token.error) return <Failure title={texts.unread} error={token.error} onRetry={token.retry} />
  if (!token.data) return <i className="skeleton review-bones" role="status" aria-label={texts.reading} />
  const { decimals, name: tokenName } = token.data
  const symbol = token.data.symbol ?? shortAddress(asset)
  return (
    <div className="leaf" part="leaf">
      <ReviewAmount
        title={texts.sum}
        full={formatTokenAmount(amount, { decimals, symbol })}
        figure={groupDigits(formatFull(amount, decimals), getLocale(shell))}
        symbol={symbol}
        iconUrl={undefined}
        detail={tokenName ?? ''}
      />
      <div className="crease" />
      <div className="pad">
        <div className="send-to">
          <span className="quiet">{texts.to}</span>
          <Avatar address={recipient} size={20} />
          {name && <bdi>{name}</bdi>}
        </div>
        <Address address={recipient} />
      </div>
      <div className="crease" />
      <dl className="pad fact-list">
        <Fact name={texts.network}>
          <bdi>{network.name}</bdi>
        </Fact>
        {asset !== 'native' && (
          <Fact name={texts.token}>
            <bdi className="mono" dir="ltr" title={asset}>
              {shortAddress(asset)}
            </bdi>
          </Fact>
        )}
      </dl>
    </div>
  )
}
