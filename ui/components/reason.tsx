/** Shows an error in our words, or quotes the message of a wallet or server and says whose it is. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { Trans } from './trans.tsx'
import {
  otherErrorTexts,
  quotedTexts,
  signatureFaults,
  walletReasons,
  walletTexts,
} from '../base/error-texts.ts'
import { explainError, findText, getReason } from '../base/explain-error.ts'
import { useViewer } from '../base/shell-context.ts'

interface ReasonProps {
  error: ErrorRecord
  /** Name of the wallet or server that failed, for errors that do not contain it. */
  wallet?: string | undefined
}

export function Reason({ error, wallet }: ReasonProps) {
  useSignals()
  const { online } = useViewer()
  const reason = getReason(error)
  const message = reason ? (findText(quotedTexts, error.code) ?? '{words}') : findMessage(error)
  if (!message) return explainError(error, online.value)
  const name = wallet ?? error.context['wallet']
  if (!name && message === walletTexts.wallet_declined) return otherErrorTexts.declinedNameless
  return (
    <Trans
      message={message}
      {...{
        wallet: <bdi>{name ?? otherErrorTexts.yourWallet}</bdi>,
        words: <bdi>{reason}</bdi>,
      }}
    />
  )
}

function findMessage({ code, context: { fault, reason } }: ErrorRecord): string | undefined {
  return findText(signatureFaults, fault) ?? findText(walletReasons, reason) ?? findText(walletTexts, code)
}
