/** The transaction to sign in the terms of the chain, decoded from the bytes that the wallet gets. */
import { useEffect, useState } from 'react'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import { isSameBytes } from '../../src/core/base/same-bytes.ts'
import type { SolanaReading, TransactionStep } from '../../src/core/payments/transaction-step.ts'
import type { PreparedTransfer, UnsignedTransaction } from '../../src/core/payments/transfer.ts'
import { decodeEvm } from '../../src/payments/decode-evm.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { Failure } from '../components/failure.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { texts } from './texts.ts'

export function Call({ prepared: { transaction, draft } }: { prepared: PreparedTransfer }) {
  const [tries, setTries] = useState(0)
  const chain = draft.account.slice(0, draft.account.lastIndexOf(':'))
  return (
    <Disclosure icon="eye" words={texts.signs}>
      <div className="send-call">
        <p>{texts.signsText}</p>
        <Facts facts={[['chain', chain]]} />
        <StepList key={tries} transaction={transaction} onRetry={() => setTries(tries + 1)} />
      </div>
    </Disclosure>
  )
}

function StepList({ transaction, onRetry }: { transaction: UnsignedTransaction; onRetry(): void }) {
  const { steps, error } = useSteps(transaction)
  if (error) return <Failure title={texts.stepsFailed} error={error} onRetry={onRetry} />
  if (steps === 'reading') return <Skeleton />
  if (steps === 'unreadable') return <p role="alert">{texts.unreadable}</p>
  return steps.map((step, index) => (
    <div key={index}>
      {transaction.namespace === 'solana' && (
        <h4>{t(texts.instruction, { n: index + 1, of: steps.length })}</h4>
      )}
      <Facts facts={list(step)} />
    </div>
  ))
}

interface Steps {
  steps: readonly TransactionStep[] | 'reading' | 'unreadable'
  /** Set if the request to decode the transaction failed. */
  error?: ErrorRecord | undefined
}

/** The decoded steps. The worker decodes Solana transactions; its answer is used only for exactly the same bytes. */
function useSteps(transaction: UnsignedTransaction): Steps {
  const { call } = useShell()
  const [answer, setAnswer] = useState<{ reading?: SolanaReading; error?: ErrorRecord }>({})
  const bytes = transaction.namespace === 'solana' ? transaction.transaction : undefined
  useEffect(() => {
    if (!bytes) return undefined
    const controller = new AbortController()
    call('readSolana', { transaction: bytes }, { signal: controller.signal }).then(
      (reading) => setAnswer({ reading }),
      (error: unknown) => controller.signal.aborted || setAnswer({ error: toErrorRecord(error) }),
    )
    return () => controller.abort()
  }, [bytes, call])
  if (transaction.namespace !== 'solana') return { steps: [decodeEvm(transaction)] }
  const { reading, error } = answer
  const isRead = reading && isSameBytes(reading.transaction, transaction.transaction)
  return { steps: isRead ? (reading.steps ?? 'unreadable') : 'reading', error }
}

/** The fields of a step, with the labels that wallets and the chain's own tools use. */
function list({ to, value, name, inputs, data }: TransactionStep): Fact[] {
  const facts: (Fact | undefined)[] = [
    [value === undefined ? 'program' : 'to', to],
    value === undefined ? undefined : ['value', `${value} wei`],
    name === undefined ? undefined : [value === undefined ? 'does' : 'function', name],
    ...inputs.map((input): Fact => [`· ${input.name}`, input.value]),
    ['data', data],
  ]
  return facts.filter((fact) => fact !== undefined)
}

type Fact = readonly [name: string, value: string]

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl dir="ltr">
      {facts.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
