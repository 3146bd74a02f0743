import { useEffect, useState } from 'react'
import type { OnRampQuote, OnRampQuoteInput } from '../../src/core/payments/onramp.ts'
import { useShell } from '../base/shell-context.ts'

/** Nobody has finished typing before. Milliseconds. */
const PAUSE = 400

/** Of what is asked for now: undefined while it is asked, or where nothing is. */
export function useQuote(input: OnRampQuoteInput | undefined): OnRampQuote | undefined {
  const { call } = useShell()
  const key = input && JSON.stringify(input)
  const [known, setKnown] = useState<{ key: string; quote: OnRampQuote }>()
  useEffect(() => {
    if (!key) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call('onRampQuote', JSON.parse(key) as OnRampQuoteInput, { signal: controller.signal }).then(
        (quote) => controller.signal.aborted || setKnown({ key, quote }),
        () => {},
      )
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [call, key])
  return known?.key === key ? known?.quote : undefined
}
