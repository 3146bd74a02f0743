/** Explains why an attempt ended without a connection, and offers what to do next. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Attempt } from '../../src/wallets/account.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Orbit } from '../components/orbit.tsx'
import { QrCode } from '../components/qr-code.tsx'
import { Trans } from '../components/trans.tsx'
import { Reason } from '../components/reason.tsx'
import { useShell } from '../base/shell-context.ts'
import { texts } from './texts.ts'

interface EndedProps {
  attempt: Attempt
  wallet: Wallet | undefined
  /** Whether the attempt showed a QR code, not a link. */
  isCode: boolean
  /** The pairing link of the last code. */
  uri: string | undefined
  onAgain(): void
}

export function Ended({ attempt, wallet, isCode, uri, onAgain }: EndedProps) {
  useSignals()
  const { metadata, router } = useShell()
  const isExpired = attempt.error?.code === 'pairing_expired'
  const { title, text, again } = explain(attempt, wallet?.name, <bdi>{metadata.name}</bdi>, isCode)
  return (
    <div className="body center">
      {isExpired && isCode && uri ? (
        <QrCode text={uri} label={texts.code} isGone>
          <span className="hole">
            <Icon name="clock" size={28} />
          </span>
        </QrCode>
      ) : (
        <Orbit
          name={attempt.connector.name}
          url={wallet?.image_url}
          shape="square"
          state={isExpired ? 'busy' : 'ended'}
        />
      )}
      <div role="status">
        <h3 className="heading">{title}</h3>
        <p className="lede">{text}</p>
      </div>
      <Button kind="primary" icon="refresh" onClick={onAgain}>
        {again}
      </Button>
      {router.history.value.length > 1 && (
        <Button kind="quiet" onClick={() => router.goBack()}>
          {texts.chooseAnother}
        </Button>
      )}
    </div>
  )
}

function explain(
  { status, error }: Attempt,
  name: string | undefined,
  site: ReactNode,
  isCode: boolean,
): { title: ReactNode; text: ReactNode; again: string } {
  const wallet = name && <bdi>{name}</bdi>
  if (error?.code === 'pairing_expired')
    return isCode
      ? {
          title: texts.expired,
          text: <Trans message={texts.expiredText} site={site} />,
          again: texts.newCode,
        }
      : {
          title: texts.linkExpired,
          text: <Trans message={texts.linkExpiredText} site={site} />,
          again: texts.newLink,
        }
  if (status === 'declined')
    return {
      title: wallet ? <Trans message={texts.declined} wallet={wallet} /> : texts.declinedNameless,
      text: <Trans message={texts.declinedText} site={site} />,
      again: texts.askAgain,
    }
  return {
    title: wallet ? <Trans message={texts.failed} wallet={wallet} /> : texts.failedNameless,
    text: error ? <Reason error={error} wallet={name} /> : texts.noReason,
    again: texts.tryAgain,
  }
}
