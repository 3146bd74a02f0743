import { useEffect, useState } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { TransferFee } from '../../src/core/payments/transfer.ts'
import { readFeePayer } from '../../src/payments/fee-payer.ts'
import { useShell } from '../base/shell-context.ts'

/** Delay before the fee is requested again after a failure. Milliseconds. */
const AGAIN = 10_000

/**
 * The network fee of a native transfer, in the native token; undefined while unknown.
 * @param lacks whether the account cannot pay a fee; if so, the hook asks the wallet whether somebody else pays it
 */
export function useTransferFee(
  account: CaipAddress,
  lacks: (fee: TransferFee) => boolean,
): TransferFee | undefined {
  const shell = useShell()
  const [fee, setFee] = useState<TransferFee>()
  const [tries, setTries] = useState(0)
  const [isPaid, setPaid] = useState(false)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    void shell
      .call('transferFee', { account }, { signal })
      .catch(() => undefined)
      .then((known) => {
        if (signal.aborted) return
        if (known) setFee(known)
        else timer = setTimeout(() => setTries(tries + 1), AGAIN)
      })
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [shell, account, tries])

  const isShort = fee !== undefined && !fee.isOptional && lacks(fee)
  useEffect(() => {
    let isOver = false
    if (isShort) void readFeePayer(shell, account).then((has) => !isOver && has && setPaid(true))
    return () => void (isOver = true)
  }, [shell, account, isShort])
  return fee && isPaid ? { ...fee, isOptional: true } : fee
}
