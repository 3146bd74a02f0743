/** Names, for a page that draws its own field. A registration is the modal's: one at a time, begun by the page or in the modal. */
import { computed, signal } from '@preact/signals-core'
import { BillfoldError, type ErrorRecord, fromErrorRecord } from '../core/base/errors.ts'
import { type CaipAddress, getNamespace, parseCaipAddress } from '../core/chains/caip.ts'
import {
  findNameFault,
  type NameFault,
  type NameSuggestion,
  type NameSuggestions,
  toFullName,
} from '../core/names/account-name.ts'
import type { Readable } from '../base/readable.ts'
import type { RegistrationState } from '../shell/registration-state.ts'
import type { Shell } from '../shell/shell.ts'
import { createAccountMissing } from '../payments/page-errors.ts'
import { followCommand } from '../worker-link/follow-command.ts'
import { getRegistration } from './registration.ts'

/** What is typed so far, for the account on top. */
export interface NamesState {
  /** The account that the name will belong to (CAIP-10); undefined while no wallet is connected. */
  account: CaipAddress | undefined
  /** Before the zone, as it was typed: `mara` of `mara.reown.id`. */
  label: string
  /** The whole name; undefined while the label is empty or wrong. */
  name: string | undefined
  /** Why the label is no name; absent while it is one or empty. */
  fault?: NameFault
  /** Names that begin like this one, the typed one first, and whether they are taken where the server says so. */
  suggestions: readonly NameSuggestion[]
  /** Why no server was asked; absent where one was. */
  reason?: NameSuggestions['reason']
  loading: boolean
  /** Why the suggestions could not be read; absent where they could. */
  error?: ErrorRecord
  /** How far a registration for this account is. While `signing`, its `message` is what the wallet shows. */
  registration: RegistrationState
}

export interface Names {
  /** Suggestions are asked for while it is subscribed to. */
  readonly state: Readable<NamesState>
  /** @throws options_invalid for what is no text */
  update(entry: { label: string }): void
  /**
   * Asks the wallet of the account on top for a signature over the name, and the server for the name. Signing moves no
   * money. Resolves to the whole name once it is the account's.
   * @param label what the person sees: `mara` for `mara.reown.id`
   * @throws name_invalid (context: fault), account_missing, call_unsupported (names are of EVM accounts), payment_pending
   * (another registration is under way), name_taken, name_stale, account_changed, outcome_unknown (it may be registered:
   * `check` looks), aborted (`cancel` was called, or the modal was left where the wallet asks in it), and what the wallet or the server answers
   */
  register(label: string): Promise<string>
  /** Looks whether a name was registered whose registration was not answered. */
  check(): Promise<void>
  /** Gives the registration up while the wallet is asked. */
  cancel(): void
}

/** Debounce. Milliseconds. */
const PAUSE = 300
const IDLE: RegistrationState = { status: 'idle' }

/** One for each shell. */
export function createPageNames(shell: Shell): Names {
  const registration = getRegistration(shell)
  const label = signal('')
  const account = computed(() =>
    shell.account.value.status === 'connected' ? shell.account.value.caipAddress : undefined,
  )
  const getQuestion = () => {
    const of = account.value
    if (!of || getNamespace(of) !== 'eip155' || findNameFault(label.value)) return undefined
    return { label: label.value, caipNetworkId: parseCaipAddress(of).caipNetworkId as `eip155:${string}` }
  }
  const suggested = followCommand(shell.call, 'nameSuggestions', getQuestion, PAUSE)

  function read(): NamesState {
    const typed = label.value
    const fault = typed === '' ? undefined : findNameFault(typed)
    const answer = suggested.get()
    const now = shell.registration.value
    const isOwn = !('account' in now) || now.account.caipAddress === account.value
    return {
      account: account.value,
      label: typed,
      name: typed === '' || fault ? undefined : toFullName(typed),
      ...(fault && { fault }),
      suggestions: answer?.data?.suggestions ?? [],
      ...(answer?.data?.reason && { reason: answer.data.reason }),
      loading: getQuestion() !== undefined && !answer,
      ...(answer?.error && { error: answer.error }),
      registration: isOwn && account.value ? now : IDLE,
    }
  }

  let stop = () => {}
  const state = computed<NamesState>(read, {
    watched: () => void (stop = suggested.follow()),
    unwatched: () => stop(),
  })

  return {
    state,
    update({ label: typed }) {
      if (typeof typed !== 'string') throw new BillfoldError('options_invalid', '`label` must be a string.')
      label.value = typed
    },
    async register(wanted) {
      const fault = findNameFault(wanted)
      if (fault)
        throw new BillfoldError('name_invalid', `This is not a valid name: ${fault}.`, { context: { fault } })
      if (!account.peek()) throw createAccountMissing()
      if (getNamespace(account.peek()!) !== 'eip155')
        throw new BillfoldError('call_unsupported', 'Only EVM accounts have names.')
      const { status } = shell.registration.peek()
      if (['preparing', 'signing', 'registering', 'looking'].includes(status))
        throw new BillfoldError('payment_pending', 'A name is already being registered.')
      const name = toFullName(wanted)
      await registration.register(name)
      return toOutcome(shell.registration.peek(), name)
    },
    check: registration.check,
    cancel: registration.giveUp,
  }
}

function toOutcome(state: RegistrationState, name: string): string {
  if (!('name' in state) || state.name !== name)
    throw new BillfoldError('aborted', 'The registration was cancelled. Nothing was registered.')
  if (state.status === 'registered') return name
  if (state.status === 'failed') throw fromErrorRecord(state.error)
  throw new BillfoldError('outcome_unknown', 'The name may be registered. Call check() to find out.')
}
