/** The wallets that can be connected here. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Connector } from '../../src/connections/connector.ts'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { useShell } from '../shell-context.ts'
import { getSite } from '../site.ts'
import { say } from '../texts.ts'
import type { ViewDefinition } from '../view.ts'
import { texts } from './texts.ts'

export const view: ViewDefinition<'Connect'> = {
  title: ({ metadata }) => say(texts.title, { site: metadata.name }),
  Mark: SiteMark,
  Detail: Domain,
  isTall: true,
  View: Connect,
}

function Connect() {
  useSignals()
  const shell = useShell()
  const connectors = shell.connectors.value
  return (
    <>
      {connectors.length === 0 ? (
        <NoWallet />
      ) : (
        <div className="ls" role="list" aria-label="Wallets">
          {connectors.map((connector) => (
            <div key={connector.id} role="listitem">
              <WalletRow connector={connector} />
            </div>
          ))}
        </div>
      )}
      <Footer />
    </>
  )
}

function SiteMark() {
  const { metadata } = useShell()
  const site = getSite(metadata)
  return <Mark name={site.name} url={site.iconUrl} size={40} shape="square" />
}

/** A long domain loses its start, never its end: the end says whose site it is. */
function Domain(): ReactNode {
  const { domain } = getSite(useShell().metadata)
  return (
    <div className="domain" title={domain}>
      <bdi dir="ltr">{domain}</bdi>
    </div>
  )
}

function WalletRow({ connector }: { connector: Connector }) {
  const { router } = useShell()
  const { name, imageUrl, looksLike } = connector
  return (
    <button
      type="button"
      className="rw"
      part="wallet"
      onClick={() => router.push('ConnectingExternal', { connector })}
    >
      <Mark name={name} url={imageUrl} size={40} shape="square" />
      <span className="tx">
        <bdi className="a" title={name}>
          {name}
        </bdi>
        {looksLike && (
          <span className="b warning">
            {looksLike.by === 'rdns' ? 'Says that it is' : 'Looks like'} <bdi>{looksLike.name}</bdi>, another
            wallet on this page
          </span>
        )}
      </span>
      {looksLike ? (
        <Icon name="warn" />
      ) : (
        <span className="installed">
          <i />
          Installed
        </span>
      )}
    </button>
  )
}

function NoWallet() {
  const { metadata } = useShell()
  return (
    <div className="bd">
      <Notice
        title="No wallet found in this browser"
        text={`${metadata.name} asked for wallets that are installed here, and none answered. If you have just installed one, reload this page. On a phone, open this page in your wallet’s own browser.`}
      />
      <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
        Reload this page
      </Button>
      <CopyButton text={location.href} what="Link" words="Copy link to this page" />
    </div>
  )
}

function Footer() {
  const { metadata, termsConditionsUrl, privacyPolicyUrl } = useShell()
  const terms = termsConditionsUrl && <LegalLink href={termsConditionsUrl}>terms</LegalLink>
  const privacy = privacyPolicyUrl && <LegalLink href={privacyPolicyUrl}>privacy policy</LegalLink>
  return (
    <footer className="ft">
      <span>
        {(terms || privacy) && (
          <>
            By connecting you accept <bdi>{metadata.name}</bdi>’s {terms}
            {terms && privacy && ' and '}
            {privacy}.
          </>
        )}
      </span>
      <span className="wordmark">Billfold</span>
    </footer>
  )
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="lk" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
