/** The checkbox to accept the terms. If the page requires it, wallets are disabled until it is ticked. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Shell } from '../../src/shell/shell.ts'
import { Trans } from '../components/trans.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import css from './consent.css?inline'
import { texts } from './more-texts.ts'

addSheet(css)

export function Consent({ terms, privacy }: { terms: ReactNode; privacy: ReactNode }) {
  useSignals()
  const shell = useShell()
  const site = <bdi>{shell.metadata.name}</bdi>
  return (
    <label className="consent">
      <input
        type="checkbox"
        checked={shell.accepted.value}
        onChange={({ target }) => setAccepted(shell, target.checked)}
      />
      <span>
        {terms && privacy ? (
          <Trans message={texts.consentBoth} site={site} terms={terms} privacy={privacy} />
        ) : (
          <Trans message={texts.consentDocument} site={site} document={terms || privacy} />
        )}
      </span>
    </label>
  )
}

function setAccepted({ accepted }: Shell, value: boolean): void {
  accepted.value = value
}
