/** States of registering a name for the account. */
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import type { State } from '../state.ts'
import type { Mood } from '../wallets.ts'
import { ofAccount } from './account.ts'

type Part = Pick<State, 'name' | 'when' | 'see'> & Partial<State>

const message = '{"name":"mara-driftwood.reown.id","attributes":{},"timestamp":1795471220}'

function naming(part: Part, answers: PreparedWorker['answers'] = {}): State {
  return ofAccount({
    view: 'RegisterAccountName',
    open: 'RegisterAccountName',
    worker: (worker) =>
      Object.assign(worker.answers, {
        nameSuggestions: ({ label }) => ({
          suggestions: [label, `${label}1`, `the${label}`].map((one) => ({
            name: `${one}.reown.id`,
            registered: one === 'mara',
          })),
        }),
        prepareName: () => ({ status: 'ready', message, endsAt: Date.now() + 10_000 }),
        ...answers,
      } satisfies PreparedWorker['answers']),
    ...part,
  })
}

/** A state after a free name was typed and the wallet was asked to sign. */
function registering(
  part: Part,
  registerName?: NonNullable<PreparedWorker['answers']['registerName']>,
  later: Mood = 'approves',
): State {
  return naming(
    {
      wallets: [{ name: 'Harbor', later }],
      steps: [['Name', 'mara-driftwood'], 'Sign and register'],
      ...part,
    },
    registerName && { registerName },
  )
}

export const nameStates: readonly State[] = [
  naming({
    name: 'Account names',
    view: 'ChooseAccountName',
    when: 'An introduction to account names.',
    open: 'ChooseAccountName',
    see: 'Free, with one signature',
  }),
  naming({ name: 'Choose a name', when: 'The empty form.', see: 'At least 4 letters' }),
  naming({
    name: 'Choose a name, available',
    when: 'The name is available.',
    steps: [['Name', 'mara-driftwood']],
    see: 'Available',
  }),
  naming({
    name: 'Choose a name, taken',
    when: 'Another account has the name.',
    steps: [['Name', 'mara']],
    see: 'Registered',
  }),
  naming({
    name: 'Choose a name, invalid',
    when: 'The name has characters that aren’t allowed.',
    steps: [['Name', 'ma_ra']],
    see: 'Use only letters',
  }),
  registering(
    {
      name: 'Choose a name, in the wallet',
      when: 'The wallet is waiting for approval.',
      see: 'Approve in Harbor',
    },
    undefined,
    'waits',
  ),
  registering({
    name: 'Choose a name, registering',
    when: 'The wallet has signed, and the server hasn’t answered yet.',
    see: 'Registering',
  }),
  registering(
    {
      name: 'Choose a name, too late',
      when: 'The signature took longer than ten seconds.',
      see: 'wasn’t registered',
    },
    () => {
      throw new BillfoldError('name_stale', 'Late.')
    },
  ),
  registering(
    {
      name: 'Choose a name, status unknown',
      when: 'The server’s answer was lost, so the name may be registered.',
      see: 'We don’t know if',
    },
    () => {
      throw new BillfoldError('outcome_unknown', 'Lost.')
    },
  ),
  registering(
    {
      name: 'Your name',
      view: 'RegisterAccountNameSuccess',
      when: 'The name is registered.',
      see: 'mara-driftwood.reown.id is yours',
    },
    () => ({ status: 'registered' }),
  ),
]
