/** Signs a person in with Farcaster, whose app is on their phone. */
import { signal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { track } from '../../src/base/tracked-event.ts'
import { getShownState } from '../../src/base/shown-state.ts'
import { isPhone } from '../../src/base/device.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { Routes } from '../../src/shell/routes.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Mark } from '../components/mark.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Orbit } from '../components/orbit.tsx'
import { QrCode, QrPlaceholder } from '../components/qr-code.tsx'
import { Reason } from '../components/reason.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { finish, getProvider, toFailure } from './login.ts'
import css from './login.css?inline'
import { drawSocial } from './social-marks.ts'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'ConnectingFarcaster'> = {
  title: () => texts.farcaster,
  next: ['Account'],
  leave: leaveFarcaster,
  View: ConnectingFarcaster,
}

/** The URL that the phone must open; undefined until the site has created it. */
const address = signal<string | undefined>(undefined)

/** Delay between leaving the view and reloading the site. Milliseconds. */
const PAUSE = 100

/** Called when the person goes back without having signed in. Gives up the attempt and reloads the site. */
function leaveFarcaster(shell: Shell): void {
  if (shell.account.peek().status === 'connected') return
  setTimeout(() => {
    address.value = undefined
    getProvider(shell)
      .load()
      .then(
        (wallet) => wallet.startOver(),
        () => {},
      )
  }, PAUSE)
}

function ConnectingFarcaster({ data }: { data: Routes['ConnectingFarcaster'] }) {
  useSignals()
  const shell = useShell()
  const [failure, setFailure] = useState<ErrorRecord>()
  const [round, setRound] = useState(0)
  const network = data?.network

  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const properties = { provider: 'farcaster' }
    const { farcasterUrl } = getShownState(shell)
    let isOver = false
    const report = (event: 'SOCIAL_LOGIN_SUCCESS' | 'SOCIAL_LOGIN_ERROR') => {
      isOver = true
      track(shell, { event, properties })
    }
    track(shell, { event: 'SOCIAL_LOGIN_STARTED', properties })
    // Each attempt has a new code.
    async function run(at: number): Promise<void> {
      if (at > 0) address.value = undefined
      const wallet = await getProvider(shell).load()
      address.value = await wallet.getFarcasterUri(signal)
      if (signal.aborted) return
      farcasterUrl.value = address.value
      await wallet.connectFarcaster(signal)
      if (signal.aborted) return
      farcasterUrl.value = undefined
      report('SOCIAL_LOGIN_SUCCESS')
      await finish(shell, network)
    }
    run(round).catch((error: unknown) => {
      if (signal.aborted) return
      farcasterUrl.value = undefined
      report('SOCIAL_LOGIN_ERROR')
      setFailure(toFailure(error))
    })
    return () => {
      if (!isOver) track(shell, { event: 'SOCIAL_LOGIN_CANCELED', properties })
      end.abort()
      farcasterUrl.value = undefined
    }
  }, [shell, network, round])

  const url = address.value
  if (failure || isPhone())
    return (
      <div className="body center">
        <Orbit
          name={texts.farcaster}
          url={drawSocial('farcaster')}
          shape="square"
          state={failure ? 'ended' : 'waiting'}
        />
        <div role="status">
          <h3 className="heading">{failure ? texts.notSignedIn : texts.farcaster}</h3>
          <p className="lede">{failure ? <Reason error={failure} /> : texts.openOnPhone}</p>
        </div>
        {failure ? (
          <Button kind="primary" icon="refresh" onClick={() => (setFailure(undefined), setRound(round + 1))}>
            {texts.tryAgain}
          </Button>
        ) : (
          url && (
            <ButtonLink kind="primary" icon="external" href={url}>
              {texts.openFarcaster}
            </ButtonLink>
          )
        )}
      </div>
    )
  return (
    <div className="body center login-code">
      {url ? (
        <QrCode text={url} label={texts.farcasterCode}>
          <Mark name={texts.farcaster} url={drawSocial('farcaster')} size={48} shape="square" />
        </QrCode>
      ) : (
        <QrPlaceholder label={texts.loadingCode} />
      )}
      <p className="lede">{texts.scan}</p>
      {url && <CopyButton text={url} what="link" label={texts.copyLink} />}
    </div>
  )
}
