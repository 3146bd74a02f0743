/** Which accounts a wallet shares with this page, over reloads. */
import type { Hex } from 'viem'

export interface Permissions {
  /** The selected account first; empty when nothing is shared. */
  getAccounts(): Hex[]
  grant(): void
  revoke(): void
  /** What a person does in the wallet: another account becomes the active one. */
  select(index: number): void
  getSelected(): Hex
  /** To be called when the wallet was locked or unlocked. */
  update(): void
  /** Reads again what is stored, and tells nobody. */
  reload(): void
}

export type WalletStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface PermissionsOptions {
  addresses: readonly [Hex, ...Hex[]]
  /** localStorage belongs to one origin, so this is per origin too. */
  storage: WalletStorage
  /** Name of the entry in the storage. */
  key: string
  /** While the wallet is locked it shares nothing, though the permission stays. Default: it never is. */
  isLocked?: () => boolean
  /** Called after each change of what `getAccounts` gives. */
  onChange(accounts: Hex[]): void
}

interface State {
  shared: boolean
  selected: number
}

export function createPermissions({
  addresses,
  storage,
  key,
  isLocked = () => false,
  onChange,
}: PermissionsOptions): Permissions {
  let state = read()
  let told = getAccounts().join()

  function read(): State {
    try {
      const known = JSON.parse(storage.getItem(key) ?? '{}') as Partial<State>
      const selected = Number(known.selected ?? 0)
      return { shared: known.shared === true, selected: addresses[selected] ? selected : 0 }
    } catch {
      return { shared: false, selected: 0 }
    }
  }
  function getSelected(): Hex {
    return addresses[state.selected] ?? addresses[0]
  }
  function getAccounts(): Hex[] {
    return state.shared && !isLocked()
      ? [getSelected(), ...addresses.filter((address) => address !== getSelected())]
      : []
  }
  function set(next: Partial<State>): void {
    state = { ...state, ...next }
    storage.setItem(key, JSON.stringify(state))
    update()
  }
  function update(): void {
    const before = told
    told = getAccounts().join()
    if (told !== before) onChange(getAccounts())
  }

  return {
    getAccounts,
    getSelected,
    update,
    reload() {
      state = read()
      told = getAccounts().join()
    },
    grant: () => set({ shared: true }),
    revoke: () => set({ shared: false }),
    select(index) {
      if (!addresses[index]) throw new Error(`There is no account ${index}.`)
      set({ selected: index })
    },
  }
}
