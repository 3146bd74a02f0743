import { signal } from '@preact/signals-core'
import { expect, it } from 'vitest'
import { TYPED } from '../../src/base/storage.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { listAccounts } from '../../src/portfolio/list-accounts.ts'
import { readTyped } from '../../src/portfolio/read-typed.ts'
import { createTypedAccounts } from '../../src/portfolio/typed-accounts.ts'
import { createStorage } from '../create-storage.ts'
import { network, solana } from '../ui/fake-shell.ts'

const MARA = '0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const CHECKED = toChecksumAddress(MARA)
const REEF = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const networks: readonly Network[] = [network, solana]
const nobody = async () => undefined as never

it('The portfolio keeps typed accounts until they are removed', () => {
  const storage = createStorage()
  const typed = createTypedAccounts(storage)
  typed.add({ namespace: 'eip155', address: MARA, name: 'mara.eth' })
  typed.add({ namespace: 'solana', address: REEF })
  typed.add({ namespace: 'eip155', address: MARA })
  const next = createTypedAccounts(storage)
  expect(next.list.peek()).toEqual([
    { namespace: 'solana', address: REEF },
    { namespace: 'eip155', address: MARA },
  ])
  next.remove({ namespace: 'solana', address: REEF })
  next.remove({ namespace: 'eip155', address: MARA })
  expect(storage.getItem(TYPED)).toBeNull()
})

it.each([
  '{',
  '{}',
  '[null]',
  '[{"namespace":"eip155","address":"0x1"}]',
  '[{"namespace":"bip122","address":"bc1q"}]',
])('The portfolio ignores stored accounts of the form %s', (junk) => {
  const storage = createStorage()
  storage.setItem(TYPED, junk)
  expect(createTypedAccounts(storage).list.peek()).toEqual([])
})

it('The portfolio lists an account once, and removes it only when neither the wallet, the page nor the person names it', () => {
  const wallet = signal<readonly CaipAddress[]>([`eip155:31337:${MARA}`])
  const page = signal<readonly CaipAddress[]>([
    `eip155:1:${CHECKED}`,
    `${solana.caipNetworkId}:${REEF}` as CaipAddress,
  ])
  const typed = createTypedAccounts(createStorage())
  const list = listAccounts({ wallet, page, typed: typed.list }, networks)
  typed.add({ namespace: 'eip155', address: MARA, name: 'mara.eth' })
  expect(list.value).toEqual([
    { namespace: 'eip155', address: MARA, sources: ['wallet', 'page', 'typed'], name: 'mara.eth' },
    { namespace: 'solana', address: REEF, sources: ['page'] },
  ])
  wallet.value = []
  page.value = []
  expect(list.value.map(({ sources }) => sources)).toEqual([['typed']])
  typed.remove({ namespace: 'eip155', address: MARA })
  expect(list.value).toEqual([])
})

it('The portfolio leaves out an account if the page has no network of its namespace', () => {
  const wallet = signal<readonly CaipAddress[]>([
    'bip122:000000000019d6689c085ae165831e93:bc1q',
    `eip155:31337:${MARA}`,
  ])
  const list = listAccounts({ wallet, page: signal([]), typed: signal([]) }, [solana])
  expect(list.value).toEqual([])
})

it.each([
  [CHECKED, { namespace: 'eip155', address: MARA }],
  [`  ${MARA}\n`, { namespace: 'eip155', address: MARA }],
  [REEF, { namespace: 'solana', address: REEF }],
])('The portfolio accepts the typed account %j', async (text, account) => {
  expect(await readTyped(text, networks, nobody)).toEqual(account)
})

it('The portfolio keeps a typed name with the address of the name', async () => {
  const call = (async (command: string, input: { name: string }) =>
    command === 'findReceiver' ? { name: input.name, address: CHECKED } : undefined) as never
  expect(await readTyped('mara.eth', networks, call)).toEqual({
    namespace: 'eip155',
    address: MARA,
    name: 'mara.eth',
  })
})

it.each([
  ['', 'empty'],
  [`0x${MARA.slice(2, -1)}A`, 'checksum'],
  ['0x71C4', 'incomplete'],
  [`${MARA}0`, 'too_long'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'family'],
  ['hello there', 'form'],
  ['nobody.eth', 'nobody'],
])('The portfolio refuses the typed account %j with the reason: %s', async (text, reason) => {
  await expect(readTyped(text, networks, nobody)).rejects.toMatchObject({
    code: 'bad_account',
    context: { reason },
  })
})

it('The portfolio refuses an address if the page has no network of its namespace', async () => {
  await expect(readTyped(REEF, [network], nobody)).rejects.toMatchObject({
    context: { reason: 'family', family: 'Solana' },
  })
})
