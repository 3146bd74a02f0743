/** Connects a wallet over WalletConnect: by a QR code to scan, or by a link that opens the wallet. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { getWalletLink } from '../../src/base/deep-link.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { isPhone } from '../../src/base/device.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Segment } from '../components/segment.tsx'
import { Consent } from '../connect/consent.tsx'
import { Footer } from '../connect/footer.tsx'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { BrowserPanel } from './browser-panel.tsx'
import { CodeMark, CodePanel } from './code-panel.tsx'
import { Ended } from './ended.tsx'
import { LinkPanel } from './link-panel.tsx'
import { OutagePanel } from './outage-panel.tsx'
import { texts } from './texts.ts'
import { usePairing } from './use-pairing.ts'

export const view: ViewDefinition<'ConnectingWalletConnect'> = {
  title: (_, data) => {
    if (!data) return texts.title
    const { name } = data.wallet
    return isPhone() ? name : t(texts.scanWith, { wallet: name })
  },
  next: ['Account'],
  View: ConnectingWalletConnect,
}

type Platform = keyof typeof texts.platform

function ConnectingWalletConnect({ data }: { data: Routes['ConnectingWalletConnect'] }) {
  return <Connecting {...data} />
}

interface ConnectingProps {
  /** The wallet to connect. Absent: any wallet may scan the code. */
  wallet?: Wallet
  /** When this phone opened the wallet, if it did so before this view. Milliseconds since 1970. */
  openedAt?: number
  /** What is shown below the panel, including the terms. Absent: the terms alone, until the person accepts them. */
  children?: ReactNode
}

export function Connecting({ wallet, openedAt, children }: ConnectingProps) {
  useSignals()
  const shell = useShell()
  const { platforms, mobileLink } = usePlatforms(wallet)
  const [chosen, setPlatform] = useState<Platform>()
  const platform = chosen ?? platforms[0]!
  const pairing = usePairing(wallet, mobileLink)
  const { connector, attempt, outage, link } = pairing
  /** Whether the first attempt has ended. Later attempts ignore `openedAt`, since their link has not been opened yet. */
  const [isAgain, setAgain] = useState(false)
  if (!isAgain && attempt && attempt.status !== 'waiting') setAgain(true)

  useEffect(() => {
    if (!connector) shell.router.goBack()
  }, [shell, connector])

  if (!connector) return null
  if (!shell.accepted.value)
    return (
      <>
        <Unasked wallet={wallet} />
        {children ?? <Footer Consent={Consent} />}
      </>
    )
  if (outage) return <OutagePanel outage={outage} isCode={platform === 'qr'} onTry={pairing.start} />
  if (attempt && attempt.status !== 'waiting')
    return (
      <Ended
        attempt={attempt}
        wallet={wallet}
        isCode={platform === 'qr'}
        uri={link?.uri}
        onAgain={pairing.start}
      />
    )
  const props = { wallet, pairing }
  return (
    <>
      <div className="body">
        {wallet && platforms.length > 1 && (
          <Segment<Platform>
            label={t(texts.platforms, { wallet: wallet.name })}
            choices={platforms.map((one) => [one, texts.platform[one]])}
            selected={platform}
            onSelect={setPlatform}
          />
        )}
        {platform === 'qr' && <CodePanel {...props} />}
        {wallet && platform === 'browser' && <BrowserPanel wallet={wallet} />}
        {wallet && (platform === 'mobile' || platform === 'web' || platform === 'desktop') && (
          <LinkPanel
            key={platform}
            kind={platform}
            wallet={wallet}
            pairing={pairing}
            openedAt={platform === 'mobile' && !isAgain ? openedAt : undefined}
          />
        )}
      </div>
      {children}
    </>
  )
}

/** Shown until the terms are accepted: creating a link tells the relay about the person. */
function Unasked({ wallet }: { wallet: Wallet | undefined }) {
  return (
    <div className="body">
      <div className="paper unasked">
        <span className="paper-mark">
          <CodeMark wallet={wallet} />
        </span>
      </div>
      <p className="scan">{texts.acceptFirst}</p>
    </div>
  )
}

/** How this device can reach the wallet, the preferred way first. */
function usePlatforms(wallet: Wallet | undefined): {
  platforms: readonly Platform[]
  mobileLink: string | undefined
} {
  const { preferUniversalLinks } = useShell()
  return useMemo(() => {
    const isHandheld = isPhone()
    const links = (['mobile', 'web', 'desktop'] as const).filter(
      (kind) => wallet && getWalletLink(wallet, kind, { preferUniversalLinks }),
    )
    const isHere = (kind: Platform) => (isHandheld ? kind !== 'desktop' : kind !== 'mobile')
    const platforms: Platform[] = links.filter(isHere)
    const mobileLink =
      isHandheld && wallet ? getWalletLink(wallet, 'mobile', { preferUniversalLinks }) : undefined
    if (isHandheld) return { platforms: platforms.length > 0 ? platforms : ['qr'], mobileLink }
    const browser: Platform[] = wallet?.chrome_store ? ['browser'] : []
    return { platforms: ['qr', ...browser, ...platforms], mobileLink }
  }, [wallet, preferUniversalLinks])
}
