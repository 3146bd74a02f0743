/** The fields for the six-digit code from the email. Checks the code after the sixth digit. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useRef, useState } from 'react'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { track } from '../../src/base/tracked-event.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { readSecondsTo } from '../base/clock.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Reason } from '../components/reason.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { finish, getProvider, toFailure } from './login.ts'
import css from './login.css?inline'
import { useEnd } from './login-methods.tsx'
import { Resend } from './resend.tsx'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'EmailVerifyOtp'> = {
  title: () => texts.checkEmail,
  next: ['Account'],
  View: EmailVerifyOtp,
}

const DIGITS = 6
/** How long the site accepts the code. Milliseconds. */
const LIFE = 1_200_000

function EmailVerifyOtp({ data }: { data: Routes['EmailVerifyOtp'] | undefined }) {
  useSignals()
  const shell = useShell()
  const [code, setCode] = useState('')
  const [status, setStatus] = useState<'typing' | 'checking'>('typing')
  const [failure, setFailure] = useState<ErrorRecord>()
  const [sentAt, setSentAt] = useState(Date.now)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const end = useEnd()
  const isChecking = status === 'checking'

  useEffect(() => {
    if (data) input.current?.focus({ preventScroll: true })
    else shell.router.goHome()
  }, [shell, data])
  if (!data) return null
  const { email, network } = data

  async function type(text: string): Promise<void> {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS)
    setCode(digits)
    if (digits !== '') setFailure(undefined)
    if (digits.length < DIGITS || isChecking) return
    setStatus('checking')
    const signal = end()
    try {
      const wallet = await getProvider(shell).load()
      await wallet.connectCode(email, digits, signal)
      if (signal.aborted) return
      track(shell, { event: 'EMAIL_VERIFICATION_CODE_PASS' })
      await finish(shell, network)
    } catch (error) {
      if (!signal.aborted) track(shell, { event: 'EMAIL_VERIFICATION_CODE_FAIL' })
      setFailure(toFailure(error))
      setCode('')
      input.current?.focus()
    } finally {
      setStatus('typing')
    }
  }

  const left = readSecondsTo(sentAt + LIFE)
  return (
    <div className="body login">
      <p className="lede">
        {texts.sentTo}
        <br />
        <bdi className="strong">{email}</bdi>
      </p>
      <div className={failure ? 'otp wrong' : 'otp'}>
        {Array.from({ length: DIGITS }, (_, at) => (
          <i key={at} className={at === Math.min(code.length, DIGITS - 1) ? 'next' : ''} aria-hidden="true">
            {code[at]}
          </i>
        ))}
        <input
          ref={input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-label={texts.code}
          aria-invalid={!!failure || undefined}
          aria-describedby={hintId}
          readOnly={isChecking}
          value={code}
          onChange={({ target }) => void type(target.value)}
        />
      </div>
      <p id={hintId} className="hint wrong" role="alert">
        {failure && <Reason error={failure} />}
      </p>
      <div className="otp-times">
        <span role="status">
          {isChecking
            ? texts.checking
            : left > 0 && t(texts.validUntil, { time: formatTime(sentAt + LIFE, shell.locale) })}
        </span>
        <Resend
          email={email}
          network={network}
          onSent={(step) => {
            setSentAt(Date.now())
            if (step === 'device') shell.router.replace('EmailVerifyDevice', data)
          }}
          onFailure={setFailure}
        />
      </div>
      <p className="alert">
        <Icon name="shield" />
        <span>{texts.onlyHere}</span>
      </p>
      <Button kind="quiet" onClick={() => shell.router.goBack()}>
        {texts.otherEmail}
      </Button>
    </div>
  )
}

/** @param moment milliseconds since 1970 */
function formatTime(moment: number, locale: string | undefined): string {
  return new Date(moment).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
