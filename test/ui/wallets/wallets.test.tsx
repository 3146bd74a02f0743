// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadViews } from '../../../ui/modal/views.ts'
import { connected, harbor, keel, onBitcoin, onSolana } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { button, find, press, text, wait } = modal

beforeAll(() => loadViews(['AccountSettings', 'Wallets']))

const rows = () => [...modal.root.querySelectorAll<HTMLElement>('.wallet-accounts .row')]
const shown = () => rows().map((row) => row.querySelector('.row-text')!.textContent.trim())
const active = () => rows().map((row) => row.getAttribute('aria-current'))

async function open(...others: (typeof connected)[]): Promise<void> {
  modal.shell.others.value = others
  await modal.openAccount()
  await press('Account settings')
  await act(async () => modal.root.querySelectorAll<HTMLElement>('.fact')[1]!.click())
  await wait(10)
}

describe('The Wallets view', () => {
  test('[A58] lists each connected wallet with its chain and account', async () => {
    await open(onSolana)
    expect(text('h2')).toBe('Wallets')
    const heads = [...modal.root.querySelectorAll('.wallet-head .row-text')].map((each) => each.textContent)
    expect(heads).toEqual(['HarborEthereum', 'ReefSolana'])
    expect(shown()).toEqual(['mara.eth0x71C4…c02A', 'mara.ethEPjF…Dt1v'])
    expect(active()).toEqual(['true', null])
  })

  test('[A67] makes an account active when its row is pressed', async () => {
    await open(onSolana)
    await act(async () => rows()[1]!.click())
    expect(modal.shell.account.value).toBe(onSolana)
    expect(modal.shell.router.current.value.view).toBe('Wallets')
    expect(active()).toEqual(['true', null])
    expect(shown()[0]).toContain('EPjF…Dt1v')
  })

  test('[A118] lets the user choose between the payment and the ordinals account of a Bitcoin wallet', async () => {
    await open(onBitcoin)
    expect(shown()).toEqual(['mara.eth0x71C4…c02A', 'Paymentbc1q…f3t4', 'Ordinalsbc1p…drcr'])
    expect(rows().map((row) => row.querySelector('.selected')?.textContent)).toEqual([
      'Selected',
      'Selected',
      undefined,
    ])
    await act(async () => rows()[2]!.click())
    expect(modal.shell.chosen).toEqual([['bip122', 'ordinals'], onBitcoin.allAccounts[1]!.caipAddress])
    expect(modal.shell.account.value).toMatchObject({ connector: keel })
  })

  test('lets the user choose between several accounts of one chain, and does not reorder the accounts', async () => {
    const second = '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4'
    const other = {
      caipAddress: `eip155:31337:${second.toLowerCase()}` as const,
      address: second,
      purpose: 'eoa' as const,
    }
    const [first] = connected.allAccounts
    const use = (one: typeof other, ...rest: (typeof other)[]) =>
      act(async () => (modal.shell.account.value = { ...connected, ...one, allAccounts: [one, ...rest] }))
    await open()
    await use(first as typeof other, other)
    const before = shown().map((text) => text.slice(-11))
    expect(active()).toEqual(['true', null])
    await act(async () => rows()[1]!.click())
    expect(modal.shell.chosen).toEqual([other.caipAddress])
    await use(other, first as typeof other)
    expect(shown().map((text) => text.slice(-11))).toEqual(before)
    expect(active()).toEqual([null, 'true'])
  })

  test('[A60] disconnects one wallet, and stays open while another wallet is connected', async () => {
    await open(onSolana)
    await press('Disconnect Reef')
    expect(modal.shell.others.value).toEqual([])
    expect(modal.shell.open.value).toBe(true)
    expect(shown()).toHaveLength(1)
    expect(button('Disconnect all')).toBeUndefined()
  })

  test('[A58] has one button that disconnects all wallets if several are connected', async () => {
    await open(onSolana)
    await press('Disconnect all')
    expect(modal.shell.ended).toEqual(['all'])
  })

  test('lists a wallet with accounts on several chains once, and has a button “Add a wallet”', async () => {
    const both = { ...harbor, namespaces: ['eip155', 'solana'] as const }
    await open()
    await act(async () => {
      modal.shell.account.value = { ...connected, connector: both }
      modal.shell.others.value = [{ ...onSolana, connector: both }]
    })
    expect(modal.root.querySelectorAll('.leaf')).toHaveLength(1)
    expect(find('.wallet-head .row-detail')!.textContent).toBe('Ethereum, Solana')
    await press('Add a wallet')
    expect(modal.shell.router.current.value).toEqual({ view: 'Connect', data: undefined })
  })

  test('[V23] shows the chain’s name and badge for each account of a wallet with several chains', async () => {
    const both = { ...harbor, namespaces: ['eip155', 'solana'] as const }
    await open()
    expect(find('.mark-on > .mark:last-child')).toBeUndefined()
    await act(async () => {
      modal.shell.account.value = { ...connected, connector: both }
      modal.shell.others.value = [{ ...onSolana, connector: both }]
    })
    expect(rows().map((row) => row.querySelector('.chain')?.textContent)).toEqual(['Ethereum', 'Solana'])
    expect(rows().every((row) => row.querySelector('.mark-on > .mark:last-child'))).toBe(true)
    expect(rows().map((row) => row.querySelector('.selected')?.textContent)).toEqual(['Selected', undefined])
  })

  test('[V22] names an email or social account by its provider and the user’s email address or user name', async () => {
    const getLogin = () => ({ by: 'google', address: '0x1', chainId: 1, email: 'mara@driftmail.example' })
    const auth = { ...harbor, name: 'Email or social login', type: 'AUTH', provider: { getLogin } } as const
    await open()
    await act(async () => void (modal.shell.account.value = { ...connected, connector: auth }))
    expect(text('.wallet-head')).toContain('Google, mara@driftmail.example')
    expect(text()).not.toContain('Email or social login')
    expect(button('Disconnect Google, mara@driftmail.example')).toBeDefined()
  })

  test('[A60] disconnects only Solana if a wallet that supports Ethereum and Solana is connected only on Solana', async () => {
    const both = { ...onSolana.connector, chain: 'eip155', namespaces: ['eip155', 'solana'] } as const
    modal.shell.account.value = { ...onSolana, connector: both }
    modal.shell.show('AccountSettings')
    await modal.mount()
    await press('Disconnect')
    expect(modal.shell.ended).toEqual(['solana'])
  })

  test('[A60] leaves accounts of other chains connected when the user disconnects one account in its settings', async () => {
    modal.shell.others.value = [onSolana]
    await modal.openAccount()
    await press('Account settings')
    await press('Disconnect')
    expect(modal.shell.ended).toEqual(['eip155'])
  })
})

describe('[S15] [A118] The account settings', () => {
  const [plain] = connected.allAccounts
  const smart = {
    caipAddress: 'eip155:31337:0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a',
    address: '0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a',
    purpose: 'smartAccount',
  } as const
  const { caipAddress, address } = smart

  async function openSettings(account: typeof connected): Promise<void> {
    await modal.openAccount()
    await act(async () => void (modal.shell.account.value = account))
    await press('Account settings')
  }

  test('show that the account is a smart account, and can switch to the standard account', async () => {
    await openSettings({ ...connected, caipAddress, address, allAccounts: [smart, plain!] })
    expect(text('.list')).toContain('Smart account')
    await press('Use standard account')
    expect(modal.shell.chosen).toEqual([['eip155', 'eoa']])
  })

  test('show that the account is a standard account, and can switch to the smart account', async () => {
    await openSettings({ ...connected, allAccounts: [plain!, smart] })
    expect(text('.list')).toContain('Standard account (EOA)')
    await press('Use smart account')
    expect(modal.shell.chosen).toEqual([['eip155', 'smartAccount']])
  })

  test('do not mention the account type if the user has only one account', async () => {
    await openSettings(connected)
    expect(text('.list')).not.toMatch(/smart|plain/i)
  })
})
