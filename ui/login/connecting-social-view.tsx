/** Shown while a person signs in with a provider, in the provider's own window. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { type ErrorRecord, hasCode } from '../../src/core/base/errors.ts'
import { track } from '../../src/base/tracked-event.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { getShownState } from '../../src/base/shown-state.ts'
import { openPopup } from '../../src/wallets/auth/popup.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Reason } from '../components/reason.tsx'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { finish, getProvider, toFailure } from './login.ts'
import { drawSocial } from './social-marks.ts'
import { nameSocial } from './socials.ts'
import { texts } from './texts.ts'

export const view: ViewDefinition<'ConnectingSocial'> = {
  title: (_, data) => (data ? nameSocial(data.social) : ''),
  next: ['Account'],
  View: ConnectingSocial,
}

function ConnectingSocial({ data }: { data: Routes['ConnectingSocial'] | undefined }) {
  useSignals()
  const shell = useShell()
  const [popup, setPopup] = useState(data?.popup ?? null)
  const [failure, setFailure] = useState<{ of: Window; error: ErrorRecord | undefined }>()

  useEffect(() => {
    if (!data) return shell.router.goHome()
    if (!popup) return undefined
    const end = new AbortController()
    const properties = { provider: data.social }
    const { socialWindow } = getShownState(shell)
    socialWindow.value = popup
    let isOver = false
    track(shell, { event: 'SOCIAL_LOGIN_STARTED', properties })
    getProvider(shell)
      .load()
      .then((wallet) => wallet.connectSocial(data.social, popup, end.signal))
      .then(
        () => {
          if (socialWindow.peek() === popup) socialWindow.value = undefined
          if (end.signal.aborted) return undefined
          isOver = true
          track(shell, { event: 'SOCIAL_LOGIN_SUCCESS', properties })
          return finish(shell, data.network)
        },
        (error: unknown) => {
          popup.close()
          if (socialWindow.peek() === popup) socialWindow.value = undefined
          if (end.signal.aborted) return
          isOver = true
          const isClosed = hasCode(error, 'auth_popup_closed')
          track(shell, {
            event: isClosed ? 'SOCIAL_LOGIN_CANCELED' : 'SOCIAL_LOGIN_ERROR',
            properties,
          })
          setFailure({ of: popup, error: toFailure(error) })
        },
      )
    return () => {
      if (!isOver) track(shell, { event: 'SOCIAL_LOGIN_CANCELED', properties })
      end.abort()
      popup.close()
      if (socialWindow.peek() === popup) socialWindow.value = undefined
    }
  }, [shell, data, popup])

  if (!data) return null
  const social = nameSocial(data.social)
  const ended = failure && failure.of === popup ? failure : undefined
  const isWaiting = popup && !ended
  return (
    <div className="body center">
      <Orbit
        name={social}
        url={drawSocial(data.social)}
        shape="square"
        state={isWaiting ? 'waiting' : 'ended'}
      />
      <div role="status">
        <h3 className="heading">
          {isWaiting ? t(texts.signInWith, { social }) : !popup ? texts.blocked : texts.notSignedIn}
        </h3>
        <p className="lede">
          {isWaiting
            ? t(texts.inWindow, { social })
            : !popup
              ? texts.blockedText
              : ended?.error && <Reason error={ended.error} />}
        </p>
      </div>
      {isWaiting ? (
        <Button onClick={() => shell.router.goBack()}>{texts.cancel}</Button>
      ) : (
        <>
          <Button kind="primary" onClick={() => setPopup(openPopup(getProvider(shell).origin))}>
            {!popup ? texts.openAgain : texts.tryAgain}
            <Icon name="external" size={18} />
          </Button>
          <Button kind="quiet" onClick={() => shell.router.goBack()}>
            {texts.cancel}
          </Button>
        </>
      )}
    </div>
  )
}
