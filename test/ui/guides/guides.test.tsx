// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadViews } from '../../../ui/modal/views.ts'
import { harbor } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { button, find, press, text } = modal

beforeAll(() => loadViews(['GetWallet', 'Networks', 'WhatIsANetwork', 'WhatIsAWallet']))

describe('The guide "What is a wallet?"', () => {
  async function openHelp(): Promise<void> {
    modal.shell.connectors.value = [harbor]
    modal.shell.show('Connect')
    await modal.mount()
    await press('What is a wallet?')
  }

  test('opens from the header of Connect, and leads back to Connect', async () => {
    await openHelp()
    expect(text('h2')).toBe('What is a wallet?')
    expect(text('.points')).toContain('Driftwood and Billfold never see it.')
    expect(button('What is a wallet?')).toBeUndefined()
    await press('Back')
    expect(modal.shell.router.current.value.view).toBe('Connect')
  })

  test('links to a list of wallets on another site, without a referrer', async () => {
    await openHelp()
    await press('Get a wallet')
    const link = find('a.button') as HTMLAnchorElement
    expect(link.href).toBe('https://walletguide.walletconnect.network/')
    expect(link.target).toBe('_blank')
    expect(link.rel).toBe('noopener noreferrer')
    expect(text('.guide-note')).toContain('walletguide.walletconnect.network')
  })
})

describe('The guide "What is a network?"', () => {
  async function openHelp(): Promise<void> {
    await modal.openAccount()
    await act(async () => modal.shell.router.push('Networks'))
    await press('What is a network?')
  }

  test('opens from Networks, and shows the account’s address with the networks of the page', async () => {
    await openHelp()
    expect(text('h2')).toBe('What is a network?')
    expect(text('.one-address')).toContain('0x71C4…c02A')
    expect(text('.one-address')).toContain('Ethereum')
    await press('View networks')
    expect(modal.shell.router.current.value.view).toBe('Networks')
  })

  test('can be opened by the page with or without a connected account', async () => {
    await modal.openAccount()
    await act(async () => modal.shell.show('WhatIsANetwork'))
    await press('View networks')
    expect(modal.shell.router.current.value.view).toBe('Networks')
    await act(async () => {
      modal.shell.account.value = { status: 'disconnected' }
      modal.shell.show('WhatIsANetwork')
    })
    expect(text('.points')).toContain('Each network has its own fee')
    expect(find('.one-address')).toBeUndefined()
    expect(button('View networks')).toBeUndefined()
  })

  test('contains no balances or other figures in its list of networks', async () => {
    await openHelp()
    expect(text('.one-address li')).not.toMatch(/\d/)
  })
})
