/** The accounts that a wallet shares with this page; kept across reloads. */
import type { Condition } from './approval.ts'

/** @typeParam Account an address, or an object with an address */
export interface Permissions<Account = unknown> {
  /** The active account first; empty when the wallet shares none. */
  getAccounts(): Account[]
  grant(): void
  revoke(): void
  /** Makes another account the active one, as a person does in the wallet. */
  select(index: number): void
  getSelected(): Account
  /** Must be called after the wallet's condition changed. */
  update(): void
  /** Reads the stored permissions again, without calling `onChange`. */
  reload(): void
}

export type WalletStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface PermissionsOptions<Account> {
  accounts: readonly [Account, ...Account[]]
  /** Accounts that the wallet shares while it lies. */
  lies: readonly Account[]
  /** Separate for each origin, as localStorage is. */
  storage: WalletStorage
  /** Storage key. */
  key: string
  /** The wallet's condition. A locked wallet shares no accounts, but keeps the permission. */
  getCondition(): Condition
  /** Called when the result of `getAccounts` changed. */
  onChange(accounts: Account[]): void
}

interface State {
  shared: boolean
  selected: number
}

export function createPermissions<Account>({
  accounts,
  lies,
  storage,
  key,
  getCondition,
  onChange,
}: PermissionsOptions<Account>): Permissions<Account> {
  let state = read()
  let told = describe()

  function read(): State {
    try {
      const known = JSON.parse(storage.getItem(key) ?? '{}') as Partial<State>
      const selected = Number(known.selected ?? 0)
      return { shared: known.shared === true, selected: accounts[selected] ? selected : 0 }
    } catch {
      return { shared: false, selected: 0 }
    }
  }
  function getSelected(): Account {
    return accounts[state.selected] ?? accounts[0]
  }
  function getAccounts(): Account[] {
    const condition = getCondition()
    if (!state.shared || condition === 'locked') return []
    if (condition === 'lying') return [...lies]
    return [getSelected(), ...accounts.filter((account) => account !== getSelected())]
  }
  /** A text that changes with the shared accounts. */
  function describe(): string {
    if (getCondition() === 'lying') return `lies ${state.shared}`
    return getAccounts().length > 0 ? `${state.selected}` : ''
  }
  function set(next: Partial<State>): void {
    state = { ...state, ...next }
    storage.setItem(key, JSON.stringify(state))
    update()
  }
  function update(): void {
    const before = told
    told = describe()
    if (told !== before) onChange(getAccounts())
  }

  return {
    getAccounts,
    getSelected,
    update,
    reload() {
      state = read()
      told = describe()
    },
    grant: () => set({ shared: true }),
    revoke: () => set({ shared: false }),
    select(index) {
      if (!accounts[index]) throw new Error(`The wallet has no account ${index}.`)
      set({ selected: index })
    },
  }
}
