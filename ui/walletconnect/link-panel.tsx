/** Opens a wallet on this device with the pairing link, and waits for its answer. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { canOpenByItself, formatDeepLink, getLinkTarget, getWalletLink } from '../../src/base/deep-link.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { readDevice } from '../../src/base/read-device.ts'
import { readClock, readSecondsTo } from '../base/clock.ts'
import { Icon } from '../components/icon.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Trans } from '../components/trans.tsx'
import { Spinner } from '../components/spinner.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { formatLeft } from './format-left.ts'
import { LinkButtons } from './link-buttons.tsx'
import css from './link-panel.css?inline'
import { texts } from './texts.ts'
import type { Pairing } from './use-pairing.ts'

addSheet(css)

interface LinkPanelProps {
  kind: 'mobile' | 'web' | 'desktop'
  wallet: Wallet
  pairing: Pairing
  /** When the wallet was opened, if that was before this view. Milliseconds since 1970. */
  openedAt?: number | undefined
}

export function LinkPanel({ kind, wallet, pairing: { link }, openedAt }: LinkPanelProps) {
  const { preferUniversalLinks } = useShell()
  const [device] = useState(readDevice)
  /** The times at which the wallet was opened. Milliseconds since 1970. */
  const [opened, setOpened] = useState<readonly number[]>(openedAt ? [openedAt] : [])
  const base = getWalletLink(wallet, kind, { preferUniversalLinks })
  const href = base && link && formatDeepLink(base, link.uri, device)
  const target = getLinkTarget(kind, device)
  const isFirst = opened.length === 0
  const onOpen = () => setOpened((before) => [...before, Date.now()])

  useEffect(() => {
    // Open the wallet once without a press, if the browser allows that. Otherwise the person must press the button.
    if (!href || !isFirst || kind !== 'mobile' || !canOpenByItself(device)) return undefined
    const timer = setTimeout(() => {
      window.open(href, target, 'noreferrer noopener')
      setOpened([Date.now()])
    })
    return () => clearTimeout(timer)
  }, [href, target, isFirst, kind, device])

  const name = <bdi>{wallet.name}</bdi>
  return (
    <div className="center link-panel">
      <Orbit name={wallet.name} url={wallet.image_url} shape="square" state="waiting" />
      <div role="status">
        <h3 className="heading">
          <Trans message={texts.waiting} wallet={name} />
        </h3>
        <p className="lede">
          <Trans message={isFirst ? texts.openFirst : texts.approveThere} wallet={name} />
        </p>
      </div>
      <Steps link={link} opened={opened} name={name} />
      <a
        part="button primary"
        className="button primary"
        {...(href ? { href } : { 'aria-disabled': true })}
        target={target}
        rel="noopener noreferrer"
        onClick={onOpen}
      >
        <Icon name="external" />
        <span>
          <Trans message={isFirst ? texts.open : texts.openAgain} wallet={name} />
        </span>
      </a>
      <LinkButtons wallet={wallet} uri={link?.uri} />
    </div>
  )
}

interface StepsProps {
  link: Pairing['link']
  opened: readonly number[]
  name: ReactNode
}

function Steps({ link, opened, name }: StepsProps) {
  useSignals()
  const [first] = opened
  const waited = first === undefined ? 0 : Math.max(0, Math.floor((readClock() - first) / 1_000))
  return (
    <ol className="steps">
      <Step
        state={link ? 'done' : 'now'}
        more={link && t(texts.worksFor, { time: formatLeft(readSecondsTo(link.expiresAt)) })}
      >
        {link ? texts.linkMade : texts.linkMaking}
      </Step>
      <Step
        state={first ? 'done' : link ? 'now' : 'later'}
        more={first && t(texts.times, { n: opened.length })}
      >
        <Trans message={first ? texts.opened : texts.notOpened} wallet={name} />
      </Step>
      <Step state={first ? 'now' : 'later'} more={first && t(texts.seconds, { n: waited })}>
        {texts.waitingForApproval}
      </Step>
    </ol>
  )
}

interface StepProps {
  state: 'done' | 'now' | 'later'
  more: ReactNode
  children: ReactNode
}

function Step({ state, more, children }: StepProps) {
  return (
    <li className={state}>
      <span className="link-step">
        {state === 'done' ? <Icon name="check" size={18} /> : state === 'now' && <Spinner />}
      </span>
      <span>{children}</span>
      <span className="step-more">{more}</span>
    </li>
  )
}
