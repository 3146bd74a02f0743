/** Shows one message over the modal. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { type Snack, snackIcons, type SnackText } from '../../src/base/snacks.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { IconButton } from '../components/button.tsx'
import { Icon, isIcon } from '../components/icon.tsx'
import { Spinner } from '../components/spinner.tsx'
import { frameTexts } from './frame-texts.ts'
import { explainNameFailure } from '../components/explain-name-failure.ts'
import { Reason } from '../components/reason.tsx'
import { useShell } from '../base/shell-context.ts'
import { formatSnack } from './snack-texts.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import css from '../components/snackbar.css?inline'

addSheet(css)

export interface MessageProps {
  snack: Snack
  /** Number of errors that wait behind this message. */
  waiting: number
}

export function Message({ snack, waiting }: MessageProps) {
  const shell = useShell()
  const { snacks } = shell
  const { variant, message, svg, action } = snack
  const icon = isIcon(svg) ? svg : snackIcons[variant]
  const detail = getDetail(snack)
  return (
    <div className={`snack ${variant}`} part="snack" onFocus={snacks.keepOpen}>
      {icon ? <Icon name={icon} /> : <Spinner />}
      <div>
        <b>{formatWords(message, shell)}</b>
        {detail && (
          <p>{typeof detail === 'string' ? <bdi>{detail}</bdi> : <Why snack={snack} error={detail} />}</p>
        )}
        {(action || waiting > 0) && (
          <div className="more">
            {action && (
              <button type="button" className="link" onClick={action.run}>
                {formatWords(action.label, shell)}
              </button>
            )}
            {waiting > 0 && <span>{t(frameTexts.moreMessages, { n: waiting })}</span>}
          </div>
        )}
      </div>
      {variant !== 'loading' && (
        <IconButton small icon="close" label={frameTexts.dismiss} onClick={snacks.dismiss} />
      )}
    </div>
  )
}

/** The reason of a failure. Some failures of a name registration have a text of their own. */
function Why({ snack: { message }, error }: { snack: Snack; error: ErrorRecord }) {
  useSignals()
  const { online } = useShell()
  const name = typeof message !== 'string' && 'name' in message ? message.name : undefined
  return (name && explainNameFailure(error, name, online.value)) ?? <Reason error={error} />
}

function formatWords(text: SnackText, { account }: Shell): ReactNode {
  if (typeof text === 'string') return text
  if (!('error' in text)) return formatSnack(text)
  const state = account.peek()
  const isOfAccount = state.status === 'connected' && state.connector.name === text.wallet
  return <Reason error={text.error} wallet={isOfAccount ? nameWallet(state.connector) : text.wallet} />
}

/** The second line of a message. If the message itself is an error, the error gives the second line. */
function getDetail({ message, detail }: Snack): Snack['detail'] {
  return typeof message !== 'string' && 'category' in message ? message : detail
}
