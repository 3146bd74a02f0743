/** Which accounts a wallet shares with this page, over reloads. */
import type { Condition } from './approval.ts'

/** @typeParam Account whatever the wallet shares: addresses, or objects with more in them. */
export interface Permissions<Account = unknown> {
  /** The selected account first; empty when nothing is shared. */
  getAccounts(): Account[]
  grant(): void
  revoke(): void
  /** What a person does in the wallet: another account becomes the active one. */
  select(index: number): void
  getSelected(): Account
  /** To be called when the wallet was locked or unlocked. */
  update(): void
  /** Reads the stored permissions again, without an event. */
  reload(): void
}

export type WalletStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface PermissionsOptions<Account> {
  accounts: readonly [Account, ...Account[]]
  /** What it shares in their place while it lies. */
  lies: readonly Account[]
  /** localStorage belongs to one origin, so this is per origin too. */
  storage: WalletStorage
  /** Name of the entry in the storage. */
  key: string
  /** While the wallet is locked it shares nothing, though the permission stays. */
  getCondition(): Condition
  /** Called after each change of what `getAccounts` gives. */
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
  /** Changes with what is shared. */
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
      if (!accounts[index]) throw new Error(`There is no account ${index}.`)
      set({ selected: index })
    },
  }
}
