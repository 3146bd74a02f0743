/** A form to add an account by its address or name. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import { getAccountKey, type PortfolioAccount } from '../../src/portfolio/account.ts'
import { findText } from '../base/explain-error.ts'
import { Button } from '../components/button.tsx'
import { usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'

/** @param onAdded called with the new account */
export function AddAccount({ onAdded }: { onAdded?(account: PortfolioAccount): void }) {
  const { add, choose } = usePortfolio()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [adding, setAdding] = useState<AbortController>()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => () => adding?.abort(), [adding])

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (adding) return
    const controller = new AbortController()
    setAdding(controller)
    setFault(undefined)
    try {
      const account = await add(typed, controller.signal)
      if (controller.signal.aborted) return
      setTyped('')
      choose(getAccountKey(account))
      onAdded?.(account)
    } catch (error) {
      if (controller.signal.aborted) return
      setFault(explainTyped(toErrorRecord(error)))
      input.current?.focus()
    } finally {
      setAdding(undefined)
    }
  }

  return (
    <form className="add-account" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{texts.addressOrName}</label>
      <input
        ref={input}
        id={id}
        type="text"
        className="page-field"
        part="field"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        enterKeyHint="done"
        placeholder={texts.hint}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${id}-fault`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setFault(undefined)
        }}
      />
      <p id={`${id}-fault`} className="add-fault" role="alert">
        {fault}
      </p>
      <Button kind="primary" busy={adding !== undefined} onClick={() => void submit()}>
        {adding ? texts.adding : texts.add}
      </Button>
    </form>
  )
}

/** Why the entered account could not be added. */
function explainTyped({ code, context }: ErrorRecord): string {
  if (code !== 'bad_account') return findText(texts.failures, code) ?? texts.failures.other
  const text = findText(texts.faults, context['reason']) ?? texts.faults.other
  return text.replace('{family}', () => String(context['family']))
}
