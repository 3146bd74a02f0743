/** What will be signed, read back from the very bytes that go to the wallet, in the words of the chain. */
import { decodeTransaction, type Step } from '../../src/payments/decode-transaction.ts'
import type { PreparedTransfer, UnsignedTransaction } from '../../src/core/transfer.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { say } from '../texts.ts'
import { texts } from './texts.ts'

export function Call({ prepared: { transaction, draft } }: { prepared: PreparedTransfer }) {
  const chain = draft.account.slice(0, draft.account.lastIndexOf(':'))
  return (
    <Disclosure icon="eye" words={texts.signs}>
      <div className="send-call">
        <p>{texts.signsText}</p>
        <Facts facts={[['chain', chain]]} />
        <Steps transaction={transaction} />
      </div>
    </Disclosure>
  )
}

function Steps({ transaction }: { transaction: UnsignedTransaction }) {
  let steps: readonly Step[]
  try {
    steps = decodeTransaction(transaction)
  } catch {
    return <p role="alert">{texts.unreadable}</p>
  }
  return steps.map((step, index) => (
    <div key={index}>
      {transaction.namespace === 'solana' && (
        <h4>{say(texts.instruction, { n: index + 1, of: steps.length })}</h4>
      )}
      <Facts facts={list(step)} />
    </div>
  ))
}

/** By the names that wallets and the network's own calls give them. */
function list({ to, value, name, inputs, data }: Step): Fact[] {
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
