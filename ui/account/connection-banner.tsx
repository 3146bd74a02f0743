/** Says that figures are old because the network or the service is away, and when the next try comes. */
import { useSignals } from '@preact/signals-react/runtime'
import type { CaipAddress } from '../../src/core/caip.ts'
import { readSecondsTo } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { explainError, getRetryAt } from '../explain-error.ts'
import { addSheet } from '../sheets.ts'
import { useShell } from '../shell-context.ts'
import { say } from '../texts.ts'
import css from './connection-banner.css?inline'
import { texts } from './texts.ts'

addSheet(css)

export function ConnectionBanner({ account }: { account: CaipAddress }) {
  useSignals()
  const shell = useShell()
  const { error, status, data } = shell.topic('portfolio', { account }).value
  const isOffline = !shell.online.value
  const isFailed = status === 'failed' && error !== undefined
  const left = readSecondsTo(getRetryAt(error))
  // Where nothing is known yet, the list says why.
  if (!data || (!isOffline && !isFailed)) return null
  const reason = isFailed ? explainError(error, !isOffline) : texts.lastKnown
  return (
    <div className="al banner" role="status">
      <Icon name={isOffline ? 'offline' : 'warn'} />
      <span>
        <b>{isOffline ? texts.offline : texts.unavailable}</b>
        {left > 0 && isOffline ? say(texts.nextTry, { n: left }) : reason}
      </span>
      <Button
        small
        disabled={left > 0}
        onClick={() =>
          void shell.call('refresh', { topic: 'portfolio', params: { account } }).catch(() => {})
        }
      >
        {left > 0 && !isOffline ? say(texts.wait, { n: left }) : texts.tryNow}
      </Button>
    </div>
  )
}
