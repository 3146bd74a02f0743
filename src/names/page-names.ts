/**
 * Registering names, for a page that draws its own field. Only one registration can run at a time, whether the page or
 * the modal started it.
 */
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

/** The current entry, for the active account. */
export interface NamesState {
  /** The account that the name will belong to (CAIP-10); undefined while no wallet is connected. */
  account: CaipAddress | undefined
  /** The typed part before the zone: `mara` of `mara.reown.id`. */
  label: string
  /** The whole name; undefined while the label is empty or invalid. */
  name: string | undefined
  /** Why the label is invalid; absent while it is valid or empty. */
  fault?: NameFault
  /** Suggested names, the typed name first, each with its availability if the server reports it. */
  suggestions: readonly NameSuggestion[]
  /** Why no server was asked; absent if a server was asked. */
  reason?: NameSuggestions['reason']
  loading: boolean
  /** Why the suggestions could not be fetched; absent if they could. */
  error?: ErrorRecord
  /** Progress of a registration for this account. While `signing`, its `message` is the text that the wallet shows. */
  registration: RegistrationState
}

/** Registers a name for the active account. @see `Headless.names` */
export interface Names {
  /** Suggestions are fetched while this signal has a subscriber. */
  readonly state: Readable<NamesState>
  /** @throws options_invalid for a label that is not text */
  update(entry: { label: string }): void
  /**
   * Asks the active account's wallet to sign the name, and submits it to the server. Signing moves no money. Resolves to
   * the whole name once it belongs to the account.
   * @param label the label on show: `mara` for `mara.reown.id`
   * @throws name_invalid (context: fault), account_missing, call_unsupported (names are of EVM accounts), payment_pending
   * (another registration is under way), name_taken, name_stale, account_changed, outcome_unknown (the name may be registered:
   * call `check`), aborted (`cancel` was called, or the person left the modal's view in which the wallet asks), and the errors
   * of the wallet or the server
   */
  register(label: string): Promise<string>
  /** Checks whether the registration succeeded, if the server did not answer. */
  check(): Promise<void>
  /** Cancels the registration while the wallet is asked. */
  cancel(): void
}

/** Debounce of suggestions. Milliseconds. */
const PAUSE = 300
const IDLE: RegistrationState = { status: 'idle' }

/** Creates one object for each shell. */
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
