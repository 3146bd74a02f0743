/** Asks the person to follow a link in an email. A new device needs this before it gets a code. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { track } from '../../src/base/tracked-event.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Button } from '../components/button.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Trans } from '../components/trans.tsx'
import { Reason } from '../components/reason.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { getProvider, toFailure } from './login.ts'
import css from './login.css?inline'
import { Resend } from './resend.tsx'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'EmailVerifyDevice'> = {
  title: () => texts.checkEmail,
  next: ['EmailVerifyOtp'],
  View: EmailVerifyDevice,
}

function EmailVerifyDevice({ data }: { data: Routes['EmailVerifyDevice'] | undefined }) {
  useSignals()
  const shell = useShell()
  const [failure, setFailure] = useState<ErrorRecord>()
  /** Number of emails sent. Each email restarts the wait for its link. */
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (!data) shell.router.goHome()
  }, [shell, data])
  if (!data) return null
  const { email, network } = data
  return (
    <div className="body center login">
      <Wait key={round} data={data} onFailure={setFailure} />
      <Orbit name={email} url={undefined} shape="round" state={failure ? 'ended' : 'waiting'} />
      <div role="status">
        <h3 className="heading">{failure ? texts.expired : texts.newDevice}</h3>
        <p className="lede">
          {failure ? (
            <Reason error={failure} />
          ) : (
            <Trans message={texts.deviceText} email={<bdi className="strong">{email}</bdi>} />
          )}
        </p>
        {!failure && <p className="lede">{texts.thenCode}</p>}
      </div>
      <div className="otp-times">
        <Resend
          email={email}
          network={network}
          onSent={(step) => {
            setFailure(undefined)
            if (step === 'code') shell.router.replace('EmailVerifyOtp', data)
            else setRound(round + 1)
          }}
          onFailure={setFailure}
        />
      </div>
      <Button kind="quiet" onClick={() => shell.router.goBack()}>
        {texts.otherEmail}
      </Button>
    </div>
  )
}

/** Waits until the person has followed the link, then continues with the code. */
function Wait({
  data,
  onFailure,
}: {
  data: Routes['EmailVerifyDevice']
  onFailure(error: ErrorRecord | undefined): void
}) {
  const shell = useShell()
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    getProvider(shell)
      .load()
      .then((wallet) => wallet.approveDevice(signal))
      .then(
        () => {
          if (signal.aborted) return
          track(shell, { event: 'DEVICE_REGISTERED_FOR_EMAIL' })
          track(shell, { event: 'EMAIL_VERIFICATION_CODE_SENT' })
          shell.router.replace('EmailVerifyOtp', data)
        },
        (error: unknown) => signal.aborted || onFailure(toFailure(error)),
      )
    return () => end.abort()
  }, [shell, data, onFailure])
  return null
}
