import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { t } from '../base/texts.ts'
import { Alert } from './alert.tsx'
import { texts } from './review-texts.ts'

interface FeeUncoveredProps {
  account: ConnectedAccount
  prepared: { isFeeUncovered?: true }
}

/** Warns that the account has too little of the native token for the fee, but somebody else may pay it. */
export function FeeUncovered({ account, prepared }: FeeUncoveredProps) {
  if (!prepared.isFeeUncovered) return null
  const token = account.network?.nativeCurrency.symbol ?? ''
  return (
    <Alert look="warn" title={t(texts.feeUncovered, { token })}>
      {texts.feeUncoveredText}
    </Alert>
  )
}
