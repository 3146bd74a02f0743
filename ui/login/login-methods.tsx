/** The email field and social logins in the list of wallets. This file loads only if the page has a sign-in site. */
import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type ErrorRecord, hasCode, toErrorRecord } from '../../src/core/base/errors.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { track } from '../../src/base/tracked-event.ts'
import type { ConnectMethod, Features } from '../../src/shell/options.ts'
import { readSecondsTo } from '../base/clock.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import fieldCss from '../components/search-field.css?inline'
import { Spinner } from '../components/spinner.tsx'
import { Reason } from '../components/reason.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { finish, getProvider, toFailure, startSocial } from './login.ts'
import css from './login.css?inline'
import type { Social } from '../../src/shell/routes.ts'
import { drawSocial } from './social-marks.ts'
import { listSocials, nameSocial } from './socials.ts'
import { texts } from './texts.ts'

addSheet(fieldCss)
addSheet(css)

interface MethodsProps {
  /** Whether a wallet extension is installed. */
  hasInjected: boolean
  network: Network | undefined
  wallets: ReactNode
}

/** Number of social logins that are shown as icons beside the first one. A separate view lists the others. */
const MARKS = 2

export function Methods({ hasInjected, network, wallets }: MethodsProps) {
  useSignals()
  const features = useShell().features.value
  const socials = listSocials(features)
  const shown: Record<ConnectMethod, ReactNode> = {
    email: features.email !== false && <EmailBox network={network} />,
    social: socials.length > 0 && <Socials socials={socials} network={network} />,
    wallet: wallets,
  }
  const order = getOrder(features, hasInjected).filter((method) => shown[method])
  return order.map((method, at) => {
    const before = order[at - 1]
    return (
      <Fragment key={method}>
        {before && (method === 'wallet' || before === 'wallet') && (
          <div className="separator">{method === 'wallet' ? texts.orWallet : texts.orLogin}</div>
        )}
        {shown[method]}
      </Fragment>
    )
  })
}

const methods: readonly ConnectMethod[] = ['email', 'social', 'wallet']

/** Number of rows that email and social logins take in the list of wallets. */
export function countLogins(features: Features): number {
  return Number(features.email !== false) + Number(listSocials(features).length > 0)
}

function getOrder({ connectMethodsOrder: asked }: Features, hasInjected: boolean): readonly ConnectMethod[] {
  if (asked) return [...new Set([...asked.filter((method) => methods.includes(method)), ...methods])]
  return hasInjected ? ['wallet', 'email', 'social'] : methods
}

const MAX_EMAIL = 254

function EmailBox({ network }: { network: Network | undefined }) {
  useSignals()
  const shell = useShell()
  const [email, setEmail] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{
    text?: string
    error?: ErrorRecord | undefined
    sendableAt?: number
  }>()
  const errorId = useId()
  const input = useRef<HTMLInputElement>(null)
  const end = useEnd()
  const isAccepted = shell.accepted.value

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const address = email.trim()
    if (isBusy || !isAccepted) return
    if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(address) || address.length > MAX_EMAIL) {
      setFailure({ text: texts.notEmail })
      return input.current?.focus()
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const signal = end()
      const wallet = await getProvider(shell).load()
      track(shell, { event: 'EMAIL_SUBMITTED' })
      const step = await wallet.connectEmail(address, signal)
      if (signal.aborted) return
      if (step === 'code') track(shell, { event: 'EMAIL_VERIFICATION_CODE_SENT' })
      if (step === 'connected') return await finish(shell, network)
      shell.router.push(step === 'code' ? 'EmailVerifyOtp' : 'EmailVerifyDevice', { email: address, network })
    } catch (error) {
      const { context } = toErrorRecord(error)
      setFailure(
        hasCode(error, 'auth_too_soon')
          ? { sendableAt: Number(context['sendableAt']) }
          : { error: toFailure(error) },
      )
    } finally {
      setBusy(false)
    }
  }

  const left = readSecondsTo(failure?.sendableAt)
  const text = left > 0 ? t(texts.tooSoon, { n: left }) : failure?.text
  const message = text ?? (failure?.error && <Reason error={failure.error} />)
  return (
    <form className="email-box" noValidate onSubmit={(event) => void send(event)}>
      <div className={`search-field${message ? ' wrong' : ''}`}>
        <Icon name="mail" />
        <input
          ref={input}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
          aria-label={texts.email}
          aria-invalid={!!message || undefined}
          aria-describedby={message ? errorId : undefined}
          placeholder={texts.email}
          disabled={!isAccepted}
          readOnly={isBusy}
          value={email}
          onFocus={() => track(shell, { event: 'EMAIL_LOGIN_SELECTED' })}
          onChange={({ target }) => {
            setEmail(target.value)
            setFailure(undefined)
          }}
        />
        <button
          type="submit"
          part="icon-button"
          className="icon-button small"
          aria-label={texts.goOn}
          title={texts.goOn}
          disabled={!isAccepted}
          aria-disabled={isBusy || undefined}
        >
          {isBusy ? <Spinner /> : <Icon name="right" size={18} />}
        </button>
      </div>
      <p id={errorId} className="hint wrong" role="alert">
        {message}
      </p>
    </form>
  )
}

/** Returns a function that creates a signal. The signal aborts when the view is left. */
export function useEnd(): () => AbortSignal {
  const controller = useRef<AbortController>(undefined)
  useEffect(() => {
    controller.current = new AbortController()
    return () => controller.current?.abort()
  }, [])
  return () => controller.current!.signal
}

function Socials({ socials, network }: { socials: readonly Social[]; network: Network | undefined }) {
  useSignals()
  const shell = useShell()
  const isAccepted = shell.accepted.value
  const [first, ...others] = socials
  const marks = others.length > MARKS + 1 ? others.slice(0, MARKS) : others
  const choose = (social: Social) => startSocial(shell, social, network)
  return (
    <div className="socials" role="group" aria-label={texts.socials}>
      {first && (
        <button
          type="button"
          part="button secondary"
          className="button secondary"
          disabled={!isAccepted}
          onClick={() => choose(first)}
        >
          <span className="social-mark" aria-hidden="true">
            <Mark name={nameSocial(first)} url={drawSocial(first)} size={22} shape="round" />
          </span>
          {nameSocial(first)}
        </button>
      )}
      {marks.map((social) => (
        <button
          key={social}
          type="button"
          part="button secondary"
          className="button secondary mark-button"
          disabled={!isAccepted}
          aria-label={nameSocial(social)}
          title={nameSocial(social)}
          onClick={() => choose(social)}
        >
          <Mark name={nameSocial(social)} url={drawSocial(social)} size={22} shape="round" />
        </button>
      ))}
      {marks.length < others.length && (
        <button
          type="button"
          part="button secondary"
          className="button secondary mark-button"
          disabled={!isAccepted}
          aria-label={texts.moreSocials}
          title={texts.moreSocials}
          onClick={() => shell.router.push('ConnectSocials', { network })}
        >
          <Icon name="dots" />
        </button>
      )}
    </div>
  )
}
