/** What the last looks at a transfer and at a swap have in common. */
import { type ReactNode, useEffect } from 'react'
import type { ConnectedAccount } from '../../src/connections/account.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { Say } from '../components/say.tsx'
import { useShell } from '../shell-context.ts'
import { texts } from './review-texts.ts'

/** There is nothing to look at. */
export function Gone() {
  const { router } = useShell()
  useEffect(() => router.goHome(), [router])
  return null
}

/** Nothing of it is shown any more: whoever saw it may have taken it for what is true now. */
export function Void({ of, text }: { of: 'send' | 'swap'; text: string }) {
  const { router } = useShell()
  return (
    <div className={`body ${of}`}>
      <div role="alert">
        <Notice title={texts.void} text={text} />
      </div>
      <Button kind="primary" onClick={router.goBack}>
        {texts.backToForm}
      </Button>
    </div>
  )
}

interface TroubleProps {
  account: ConnectedAccount
  /** `message`: in the words of whoever refused it. */
  trouble: { code: string; message?: string }
  /** What is said of each code that is known. */
  words: Readonly<Record<string, string>>
}

/** Why the last try did not send it. */
export function Trouble({ trouble: { code, message = '' }, words, account }: TroubleProps) {
  const wallet = <bdi>{account.connector.name}</bdi>
  return (
    <p className="alert warn" role="alert">
      <Icon name="warn" />
      <span>
        {Object.hasOwn(words, code) ? (
          <Say message={words[code]!} {...({ wallet } as Record<string, ReactNode>)} />
        ) : (
          <bdi>{message}</bdi>
        )}
        {code === 'wallet_failed' && message && (
          <span className="sentence">
            <Say message={texts.walletSays} wallet={wallet} words={<bdi>{message}</bdi>} />
          </span>
        )}
      </span>
    </p>
  )
}
