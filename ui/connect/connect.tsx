/** The wallets that can be connected here. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Connector } from '../../src/connections/connector.ts'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Say } from '../components/say.tsx'
import { addSheet } from '../sheets.ts'
import { useShell } from '../shell-context.ts'
import { getSite } from '../site.ts'
import { say } from '../texts.ts'
import type { ViewDefinition } from '../view.ts'
import css from './connect.css?inline'
import { texts } from './texts.ts'

addSheet(css)

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
        <div className="list" role="list" aria-label={texts.wallets}>
          {connectors.map((connector) => (
            <div key={connector.id} role="listitem">
              <WalletRow connector={connector} />
            </div>
          ))}
        </div>
      )}
      <Remembered />
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
      className="row"
      part="wallet"
      onClick={() => router.push('ConnectingExternal', { connector })}
    >
      <Mark name={name} url={imageUrl} size={40} shape="square" />
      <span className="row-text">
        <bdi className="row-title" title={name}>
          {name}
        </bdi>
        {looksLike && (
          <span className="row-detail warning">
            <Say
              message={looksLike.by === 'rdns' ? texts.saysItIs : texts.looksLike}
              wallet={<bdi>{looksLike.name}</bdi>}
            />
          </span>
        )}
      </span>
      {looksLike ? (
        <Icon name="warn" />
      ) : (
        <span className="installed">
          <i />
          {texts.installed}
        </span>
      )}
    </button>
  )
}

/** Who was connected, and by a wallet that says so no more or is gone: what is kept of it can be removed. */
function Remembered() {
  useSignals()
  const { remembered, forget } = useShell()
  if (remembered.value.length === 0) return null
  return (
    <div className="body">
      {remembered.value.map(({ namespace, name }) => (
        <Button key={namespace} kind="quiet" onClick={() => void forget(namespace)}>
          <span>
            <Say message={texts.forget} wallet={<bdi>{name}</bdi>} />
          </span>
        </Button>
      ))}
    </div>
  )
}

function NoWallet() {
  const { metadata } = useShell()
  return (
    <div className="body">
      <Notice
        title={texts.noWallet}
        text={<Say message={texts.noWalletText} site={<bdi>{metadata.name}</bdi>} />}
      />
      <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
        {texts.reload}
      </Button>
      <CopyButton text={location.href} what="Link" words={texts.copyLink} />
    </div>
  )
}

function Footer() {
  const { metadata, termsConditionsUrl, privacyPolicyUrl } = useShell()
  const site = <bdi>{metadata.name}</bdi>
  const terms = termsConditionsUrl && <LegalLink href={termsConditionsUrl}>{texts.terms}</LegalLink>
  const privacy = privacyPolicyUrl && <LegalLink href={privacyPolicyUrl}>{texts.privacy}</LegalLink>
  return (
    <footer className="footer">
      <span>
        {terms && privacy ? (
          <Say message={texts.acceptBoth} site={site} terms={terms} privacy={privacy} />
        ) : (
          (terms || privacy) && <Say message={texts.acceptDocument} site={site} document={terms || privacy} />
        )}
      </span>
      <span className="wordmark">{texts.wordmark}</span>
    </footer>
  )
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
