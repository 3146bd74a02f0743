/** The transfer form for pages that draw it themselves: the modal's own form, plus balances, fee and receiver. */
import { computed, effect, type Signal, signal, untracked } from '@preact/signals-core'
import { BillfoldError, type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import type { TokenBalanceRow, TokenRow } from '../core/assets/portfolio.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { ReceiverFault } from '../core/payments/receiver.ts'
import {
  checkTransfer,
  getMaxAmount,
  isStale,
  type TransferFee,
  type TransferProblem,
} from '../core/payments/transfer.ts'
import { type AmountFault, formatTypedAmount } from '../core/payments/typed-amount.ts'
import { getLocale } from '../base/locale.ts'
import type { Shell } from '../shell/shell.ts'
import { toPublicRow } from '../worker-link/public-row.ts'
import { getFormAccount } from './form-store.ts'
import { createHeldTokens } from './held-tokens.ts'
import { createFeeEstimate } from './fee-estimate.ts'
import { createAccountMissing } from './page-errors.ts'
import { enter, enterReceiver, getForm, toDraft } from './send-form.ts'

/** The entered values and what they mean for the active account. */
export interface SendState {
  /** The paying account as CAIP-10 id, which includes the network. Undefined while no wallet is connected. */
  account: CaipAddress | undefined
  /** The chosen token with its current balance. Undefined if none is chosen. */
  token: TokenBalanceRow | undefined
  /** The typed amount. If dollars were typed, the equivalent in the token. */
  sendTokenAmount: string
  /** The amount in base units of the token. Undefined while it is empty or invalid. */
  amount: bigint | undefined
  /** Why the amount is invalid. Absent if it is valid. */
  amountFault?: AmountFault
  /** The largest amount of the token that leaves enough for the fee. Base units; undefined while unknown. */
  maxAmount: bigint | undefined
  /** The typed receiver: an address, a name or a payment link. */
  receiver: string
  /**
   * The receiver's address, with checksum on EVM networks. Undefined while the receiver is empty, invalid or not looked
   * up yet.
   */
  receiverAddress: string | undefined
  /**
   * Why the receiver is invalid. Absent if it is valid. `checksum`: if the person insists on the address, pass its
   * `address` as `confirmedAddress`.
   */
  receiverFault?: ReceiverFault
  /** The receiver's name, normalized. Undefined if an address was typed. */
  receiverProfileName: string | undefined
  /** The https URL of the name's picture. Undefined if it has none, and while unknown. */
  receiverProfileImageUrl: string | undefined
  /** Why the name could not be resolved. Without `error`: the name has no address. */
  nameFailure?: { name: string; error?: ErrorRecord }
  /** Value of the account's balance of the native token in US dollars. Undefined without a price. */
  networkBalanceInUSD: number | undefined
  /** The tokens that can be sent, in the account's order, with the group `unverified` last. */
  tokenBalances: readonly TokenBalanceRow[]
  /** The fee of a plain transfer, in base units of the native token. Undefined while unknown. */
  fee: TransferFee | undefined
  /** The first thing that is missing or invalid. Undefined if the transfer can be prepared. */
  problem: TransferProblem | undefined
  /** True while balances are loading or the receiver's name is looked up. */
  loading: boolean
  /** Why the balances failed to load. Absent if they did not fail. */
  error?: ErrorRecord
}

export interface SendEntry {
  /**
   * A token of `tokenBalances`, or its `id`: a CAIP-2 id for the native token, else a CAIP-10 id. Undefined: no token.
   */
  token?: Pick<TokenRow, 'id'> | string | undefined
  /** Amount as text in the page's language, such as `0.5`, or in base units of the token. */
  amount?: string | bigint
  /** An address, a name, or a payment link. */
  receiver?: string
  /** The address from a `checksum` fault, if the person insists on it. */
  confirmedAddress?: string | undefined
}

/** How long typing must pause before a name is looked up. Milliseconds. */
const PAUSE = 400

type Wanted = { account: CaipAddress; id?: string | undefined; amount?: bigint | undefined }
type Looked = { account: CaipAddress; name: string; error?: ErrorRecord; isNobody?: true; imageUrl?: string }

export function createPageSendForm(shell: Shell) {
  const form = getForm(shell)
  const locale = getLocale(shell)
  const account = computed(() => getFormAccount(shell, form.value))
  const held = createHeldTokens(shell, account)
  /** The chosen token while it is not loaded yet, and an amount in base units that waits for the token's decimals. */
  const wanted = signal<Wanted | undefined>(undefined)
  const looked = signal<Looked | undefined>(undefined)
  const fee = createFeeEstimate(shell, account)
  /** Increment it to repeat failed lookups. */
  const tries = signal(0)
  /**
   * The chosen token with the current balance. This balance is not written to the form: the modal has a token list of
   * its own, and would write the balance from that list back.
   */
  const token = computed((): TokenRow | undefined => {
    const chosen = form.value.token
    return chosen && (held.value.tokens.find(({ id }) => id === chosen.id) ?? chosen)
  })
  const draft = computed(() =>
    account.value ? toDraft({ ...form.value, token: token.value }, locale) : undefined,
  )
  const name = computed(() => {
    const receiver = draft.value && checkTransfer(draft.value).receiver
    return receiver?.status === 'name' ? receiver.name : undefined
  })
  const getLooked = () => {
    const last = looked.value
    return last && last.account === account.value ? last : undefined
  }
  const isLooking = () => {
    const last = getLooked()
    const isOver = last?.name === name.value && (last?.isNobody || last?.error)
    return name.value !== undefined && !isOver
  }

  function read(): SendState {
    const now = draft.value
    const { status, tokens, error } = held.value
    const known = fee.get()
    const chosen = now && token.value
    const isNativeToken = chosen?.kind === 'native'
    const check = now && checkTransfer(now, isNativeToken && !known?.isOptional ? (known?.max ?? 0n) : 0n)
    const receiver = check?.receiver
    const last = getLooked()
    const found = receiver?.status === 'address' ? receiver : undefined
    const isFailed = last && last.name === name.value && (last.isNobody || last.error)
    return {
      account: account.value,
      token: chosen && toPublicRow('portfolio', chosen, now.account),
      sendTokenAmount: now?.amountText ?? '',
      amount: chosen && check?.amount.status === 'read' ? check.amount.amount : undefined,
      ...(check?.amount.status === 'wrong' && { amountFault: check.amount.fault }),
      maxAmount: chosen && (!isNativeToken || known) ? getMaxAmount(chosen, known?.max ?? 0n) : undefined,
      receiver: now?.receiverText ?? '',
      receiverAddress: found?.address,
      ...(receiver?.status === 'wrong' && { receiverFault: receiver.fault }),
      receiverProfileName: found?.name,
      receiverProfileImageUrl:
        found?.name !== undefined && last?.name === now?.found?.query ? last?.imageUrl : undefined,
      ...(isFailed && { nameFailure: { name: last.name, ...(last.error && { error: last.error }) } }),
      networkBalanceInUSD: tokens.find(({ kind }) => kind === 'native')?.value,
      tokenBalances: account.value ? tokens.map((row) => toPublicRow('portfolio', row, account.value!)) : [],
      fee: known,
      problem: check ? check.problem : 'token_missing',
      loading: account.value !== undefined && (status === 'loading' || isLooking()),
      ...(error && { error }),
    }
  }

  /** Whether only the fee prevents sending the amount. */
  function lacksFee(): boolean {
    const now = draft.value
    if (now?.token?.kind !== 'native') return false
    const lacks = (reserved?: bigint) => checkTransfer(now, reserved).problem === 'funds_insufficient'
    return lacks(fee.get()?.max) && !lacks()
  }

  /** Starts the effects that fill in the form: token, fee and name. */
  function watch(): () => void {
    const stops = [
      effect(() => {
        const { tokens } = held.value
        const chosen = form.value.token
        const { id, amount } = getWanted() ?? {}
        if (id === undefined && amount === undefined) return
        const row = tokens.find((one) => one.id === (chosen?.id ?? id))
        if (row) untracked(() => take(row, amount))
      }),
      fee.watch(lacksFee),
      effect(() => {
        const of = account.value
        const asked = name.value
        void tries.value
        return of && asked !== undefined
          ? untracked(() => lookUp(shell, { account: of, name: asked }, looked))
          : undefined
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  const getWanted = () => (wanted.value?.account === account.value ? wanted.value : undefined)

  /** Enters a loaded token, and the amount that waited for its decimals. */
  function take(token: TokenRow, amount: bigint | undefined): void {
    wanted.value = undefined
    const amountText = amount === undefined ? undefined : formatTypedAmount(amount, token.decimals, locale)
    enter(shell, { token, ...(amountText !== undefined && { amountText }) })
  }

  let stopWatching = () => {}
  const state = computed<SendState>(read, {
    watched: () => void (stopWatching = untracked(watch)),
    unwatched: () => stopWatching(),
  })

  function update(entry: SendEntry): void {
    const of = account.peek()
    if (!of) throw createAccountMissing()
    assertEntry(entry)
    const { token, amount, receiver, confirmedAddress } = entry
    const id = typeof token === 'string' ? token : token?.id
    const waiting = untracked(getWanted)
    if ('token' in entry) {
      wanted.value = { account: of, id }
      enter(shell, { token: held.peek().tokens.find((one) => one.id === id) })
    }
    if (receiver !== undefined) enterReceiver(shell, receiver)
    if ('confirmedAddress' in entry) enter(shell, { confirmedAddress })
    if (amount === undefined) return
    const row = form.peek().token as TokenRow | undefined
    if (typeof amount === 'bigint' && row) return take(row, amount)
    const wantedId = 'token' in entry ? id : waiting?.id
    wanted.value = { account: of, id: wantedId, ...(typeof amount === 'bigint' && { amount }) }
    enter(shell, { amountText: typeof amount === 'string' ? amount : '' })
  }

  return {
    state,
    draft,
    update,
    /** Looks up the name again if the last lookup is too old or has failed. */
    renew() {
      const { found } = form.peek()
      if (found && isStale(found, Date.now())) enter(shell, { found: undefined })
      looked.value = undefined
      tries.value += 1
    },
  }
}

/** Looks up a name and writes the result to the form. Returns a function that cancels the lookup. */
function lookUp(
  shell: Shell,
  asked: Pick<Looked, 'account' | 'name'>,
  looked: Signal<Looked | undefined>,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  looked.value = undefined
  const timer = setTimeout(() => {
    shell.call('findReceiver', asked, { signal }).then(
      (found) => {
        if (signal.aborted) return
        const answer: Looked = found ? asked : { ...asked, isNobody: true }
        looked.value = answer
        if (!found) return
        enter(shell, { found })
        void readPicture(shell, found.name).then((imageUrl) => {
          if (imageUrl && looked.peek() === answer) looked.value = { ...answer, imageUrl }
        })
      },
      (error: unknown) => {
        if (!signal.aborted) looked.value = { ...asked, error: toErrorRecord(error) }
      },
    )
  }, PAUSE)
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}

/** The https URL of a name's picture. Undefined if it has none. */
async function readPicture(shell: Shell, name: string): Promise<string | undefined> {
  try {
    const { getEnsAvatar } = await shell.wallet()
    return await getEnsAvatar({ name })
  } catch {
    return undefined
  }
}

function assertEntry({ token, amount, receiver, confirmedAddress }: SendEntry): void {
  const refuse = (words: string) => {
    throw new BillfoldError('options_invalid', words)
  }
  const isText = (value: unknown) => value === undefined || typeof value === 'string'
  if (typeof amount === 'number')
    refuse(
      '`amount` is a number, which cannot hold every amount. Pass the text as typed, or base units as a bigint.',
    )
  if (!isText(amount) && (typeof amount !== 'bigint' || amount < 0n))
    refuse('`amount` must be the text as typed, or base units as a non-negative bigint.')
  if (!isText(receiver)) refuse('`receiver` must be a string: an address, a name or a payment link.')
  if (!isText(confirmedAddress)) refuse('`confirmedAddress` must be the address of a checksum fault.')
  if (!isText(token) && !isText((token as { id?: unknown } | null)?.id ?? null))
    refuse('`token` must be one of `tokenBalances`, or its id.')
}
