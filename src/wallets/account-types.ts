/** The preferred account type by namespace: the person's stored choice, otherwise the page's default. */
import { signal } from '@preact/signals-core'
import { readStored, watchSessions } from '../base/storage.ts'
import type { WalletAccount } from './wallet-accounts.ts'
import type { Namespace } from '../core/chains/caip.ts'
import type { Readable } from '../base/readable.ts'

export type AccountType = WalletAccount['purpose']
export type AccountTypes = Readonly<Partial<Record<Namespace, AccountType>>>

export interface PreferredTypes extends Readable<AccountTypes> {
  choose(namespace: Namespace, type: AccountType): void
}

const defaults: AccountTypes = {
  eip155: 'smartAccount',
  bip122: 'payment',
  polkadot: 'eoa',
  solana: 'eoa',
}
const KEY = 'billfold/account-types'
const types: readonly unknown[] = ['eoa', 'smartAccount', 'payment', 'ordinals'] satisfies AccountType[]

export function createPreferredTypes(ofPage: AccountTypes, storage: Storage | undefined): PreferredTypes {
  let stop: (() => void) | undefined
  const chosen = signal(readChosen(storage), {
    watched() {
      // Another tab may have changed the choice.
      stop = watchSessions(storage, () => {
        const stored = readChosen(storage)
        if (JSON.stringify(stored) !== JSON.stringify(chosen.peek())) chosen.value = stored
      })
    },
    unwatched: () => stop?.(),
  })
  const given = Object.fromEntries(Object.entries(ofPage).filter(([, type]) => type !== undefined))
  const read = (own: AccountTypes): AccountTypes => ({ ...defaults, ...given, ...own })
  return {
    get value() {
      return read(chosen.value)
    },
    peek: () => read(chosen.peek()),
    subscribe: (listener) => chosen.subscribe((own) => listener(read(own))),
    choose(namespace, type) {
      const own = { ...chosen.peek(), [namespace]: type }
      try {
        // Store the choice before the account changes: another tab then follows the account and reads the account
        // type from the storage.
        storage?.setItem(KEY, JSON.stringify(own))
      } catch {
        // The storage is full or forbidden. The choice then lasts until the web page is closed.
      }
      chosen.value = own
    },
  }
}

function readChosen(storage: Storage | undefined): AccountTypes {
  const stored = Object.entries(readStored(storage, KEY) ?? {})
  return Object.fromEntries(stored.filter(([, type]) => types.includes(type)))
}
