/** A button that sends the email again, as soon as the site allows it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { type ErrorRecord, hasCode } from '../../src/core/base/errors.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { track } from '../../src/base/tracked-event.ts'
import { readSecondsTo } from '../base/clock.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { finish, getProvider, toFailure } from './login.ts'
import { useEnd } from './login-methods.tsx'
import { texts } from './texts.ts'

interface ResendProps {
  email: string
  network: Network | undefined
  /** Called after the email is sent, with what the person must do next. */
  onSent(step: 'code' | 'device'): void
  onFailure(error: ErrorRecord | undefined): void
}

export function Resend({ email, network, onSent, onFailure }: ResendProps) {
  useSignals()
  const shell = useShell()
  /** Time from which another email can be sent. Milliseconds since 1970. */
  const [sendableAt, setSendableAt] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const end = useEnd()

  const update = () =>
    getProvider(shell)
      .load()
      .then(
        (wallet) => setSendableAt(wallet.getSendableAt()),
        () => {},
      )
  useEffect(() => {
    void update()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shell])

  async function send(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const signal = end()
    try {
      const step = await (await getProvider(shell).load()).connectEmail(email, signal)
      if (signal.aborted) return
      if (step === 'code') track(shell, { event: 'EMAIL_VERIFICATION_CODE_SENT' })
      if (step === 'connected') return await finish(shell, network)
      shell.snacks.show({ variant: 'success', svg: 'mail', message: texts.sentAgain })
      onSent(step)
    } catch (error) {
      if (!hasCode(error, 'auth_too_soon')) onFailure(toFailure(error))
    } finally {
      setBusy(false)
      await update()
    }
  }

  const left = readSecondsTo(sendableAt)
  if (left > 0) return <span>{t(texts.sendAgainIn, { time: `0:${String(left).padStart(2, '0')}` })}</span>
  return (
    <button
      type="button"
      part="link"
      className="link"
      aria-disabled={isBusy || undefined}
      onClick={() => void send()}
    >
      {texts.sendAgain}
    </button>
  )
}
