/** The terms and privacy policy, shown below every list of wallets. */
import { useSignals } from '@preact/signals-react/runtime'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import type { Consent as AnyConsent } from './consent.tsx'
import { texts } from './texts.ts'

interface FooterProps {
  /** The checkbox to accept the terms, if the page requires it. Undefined until its code is loaded. */
  Consent: typeof AnyConsent | undefined
}

export function Footer({ Consent }: FooterProps) {
  useSignals()
  const { metadata, features, termsConditionsUrl, privacyPolicyUrl } = useShell()
  const site = <bdi>{metadata.name}</bdi>
  const terms = termsConditionsUrl && <LegalLink href={termsConditionsUrl}>{texts.terms}</LegalLink>
  const privacy = privacyPolicyUrl && <LegalLink href={privacyPolicyUrl}>{texts.privacy}</LegalLink>
  const sentence =
    terms && privacy ? (
      <Trans message={texts.acceptBoth} site={site} terms={terms} privacy={privacy} />
    ) : (
      (terms || privacy) && <Trans message={texts.acceptDocument} site={site} document={terms || privacy} />
    )
  return (
    <footer className="footer">
      {features.value.legalCheckbox && sentence && Consent ? (
        <Consent terms={terms} privacy={privacy} />
      ) : (
        <span>{sentence}</span>
      )}
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
