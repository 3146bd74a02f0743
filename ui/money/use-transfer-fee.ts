import { useEffect, useState } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { TransferFee } from '../../src/core/payments/transfer.ts'
import { hasFeePayer } from '../../src/payments/fee-payer.ts'
import { useShell } from '../base/shell-context.ts'

/** What a plain payment costs, in the network's own coin; undefined while unknown. */
export function useTransferFee(account: CaipAddress): TransferFee | undefined {
  const shell = useShell()
  const [fee, setFee] = useState<TransferFee>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function read(): Promise<void> {
      const known = await shell.call('transferFee', { account }, { signal })
      if (signal.aborted) return
      setFee(known)
      if (known && !known.isOptional && (await hasFeePayer(shell, account)) && !signal.aborted)
        setFee({ ...known, isOptional: true })
    }
    read().catch(() => {})
    return () => controller.abort()
  }, [shell, account])
  return fee
}
