// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { connected, harbor, network, onSolana, reef, solana } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'
import type { ConnectedAccount } from '../../../src/wallets/account.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { nameNetwork } from '../../../ui/components/name-network.ts'

const modal = useModal()
const { button, find, press, text, wait } = modal

beforeAll(() =>
  loadViews(['ConnectingExternal', 'Networks', 'SwitchActiveChain', 'SwitchNetwork', 'UnsupportedChain']),
)

const names = ['Base', 'OP Mainnet', 'Polygon', 'Linea', 'Scroll', 'Celo', 'Gnosis', 'Avalanche']
const rows = () => [...modal.root.querySelectorAll<HTMLElement>('.network-row')]
const shown = () => rows().map((row) => row.querySelector('.row-title')!.textContent)

async function openNetworks(count: number): Promise<void> {
  for (const [at, name] of names.slice(0, count - 1).entries())
    modal.shell.networks.push({ ...network, id: at + 1, caipNetworkId: `eip155:${at + 1}`, name })
  await modal.openAccount()
  await act(async () => find('button.chip')!.click())
  await wait(10)
}

async function search(words: string): Promise<void> {
  await act(async () => {
    const input = find('input') as HTMLInputElement
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    set.call(input, words)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function type(key: string): Promise<void> {
  await act(async () =>
    modal.root.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
  )
}

describe('[G48] The Networks view', () => {
  test('opens from the network chip, and marks the current network', async () => {
    await openNetworks(3)
    expect(text('h2')).toBe('Networks')
    expect(shown()).toEqual(['Ethereum', 'Base', 'OP Mainnet'])
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null])
    expect(find('input')).toBeUndefined()
  })

  test('switches to the network that the user chooses, or returns to Account for the current network', async () => {
    await openNetworks(3)
    await act(async () => rows()[1]!.click())
    expect(modal.shell.router.current.value).toMatchObject({
      view: 'SwitchNetwork',
      data: { network: { name: 'Base' } },
    })
    await press('Back')
    await act(async () => rows()[0]!.click())
    expect(modal.shell.router.current.value.view).toBe('Account')
  })

  test('does not mention the wallet’s supported networks for an email account', async () => {
    await openNetworks(3)
    expect(text('.footer')).toContain('Harbor may not support every network.')
    const { account } = modal.shell
    const { connector, ...rest } = account.peek() as ConnectedAccount
    await act(async () => {
      account.value = { ...rest, connector: { ...connector, type: 'AUTH' } }
    })
    expect(text('.footer')).toBe('What is a network?')
  })

  test('can be searched by name and id if it lists more than eight networks', async () => {
    await openNetworks(9)
    expect(shown()).toHaveLength(9)
    await search(' op ')
    expect(shown()).toEqual(['OP Mainnet'])
    expect(text('[role=status]')).toBe('1 network')
    await search('31337')
    expect(shown()).toEqual(['Ethereum'])
    await press('Clear')
    expect(shown()).toHaveLength(9)
    expect(modal.root.activeElement).toBe(find('input'))
  })

  test('says that a search found nothing, and leads back to the whole list', async () => {
    await openNetworks(9)
    await search('Solana')
    expect(text('.notice h3')).toBe('No network found')
    expect(text('.notice p')).toContain('None matches “Solana”.')
    await press('Show all networks')
    expect(shown()).toHaveLength(9)
  })

  test('lets the arrow keys move from the search field to the networks and back', async () => {
    await openNetworks(9)
    await act(async () => find('input')!.focus())
    await type('ArrowDown')
    await type('ArrowDown')
    expect(modal.root.activeElement).toBe(rows()[1])
    await type('ArrowUp')
    await type('ArrowUp')
    expect(modal.root.activeElement).toBe(find('input'))
  })

  test('lists networks that the wallet does not support last, and disables them', async () => {
    modal.shell.networks.push(solana)
    modal.shell.others.value = [{ ...onSolana, approved: [] }]
    await openNetworks(3)
    const approved = [connected.caipNetworkId, 'eip155:2'] as const
    await act(async () => (modal.shell.account.value = { ...connected, approved }))
    expect(shown()).toEqual(['Ethereum', 'OP Mainnet', 'Solana', 'Base'])
    expect(rows().map((row) => row.getAttribute('aria-disabled'))).toEqual([null, null, 'true', 'true'])
    expect(rows()[3]!.querySelector('.row-detail')!.textContent).toBe('Harbor doesn’t share an account there')
    expect(rows()[2]!.querySelector('.row-detail')!.textContent).toBe('Reef doesn’t share an account there')
    for (const row of rows().slice(2)) await act(async () => row.click())
    expect(modal.shell.router.current.value.view).toBe('Networks')
    expect(text('footer')).toContain('reconnect Harbor and choose them there')
    await act(async () => rows()[1]!.click())
    expect(modal.shell.router.current.value.view).toBe('SwitchNetwork')
  })

  test('[A67] makes a second chain’s account active, without a wallet request, if that account’s wallet is on the chosen network', async () => {
    modal.shell.networks.push(solana)
    modal.shell.others.value = [onSolana]
    await openNetworks(1)
    expect(shown()).toEqual(['Ethereum', 'Solana'])
    expect(rows()[1]!.querySelector('.row-detail')!.textContent).toBe('With Reef')
    await act(async () => rows()[1]!.click())
    expect(modal.shell.account.value).toBe(onSolana)
    expect(modal.shell.router.current.value.view).toBe('Account')
    expect(modal.shell.switching.value).toBeUndefined()
  })

  test('asks a second chain’s wallet to switch if the wallet is not on the chosen network of that chain', async () => {
    modal.shell.networks.push({ ...solana, caipNetworkId: 'solana:devnet', name: 'Solana Devnet' })
    modal.shell.others.value = [onSolana]
    await openNetworks(1)
    await act(async () => rows()[1]!.click())
    await wait(10)
    expect(modal.shell.switching.value).toMatchObject({ network: { name: 'Solana Devnet' } })
    expect(text('.heading')).toBe('Approve in Reef')
    await press('Cancel')
    expect(modal.shell.router.current.value.view).toBe('Networks')
    expect(modal.shell.account.value).toBe(connected)
  })

  test('leads to the list of wallets for a chain that has no connected account', async () => {
    modal.shell.networks.push(solana)
    modal.shell.connectors.value = [harbor, reef]
    await openNetworks(1)
    expect(rows()[1]!.querySelector('.row-detail')!.textContent).toBe('Not connected')
    await act(async () => rows()[1]!.click())
    await wait(10)
    expect(text('.heading')).toBe('No account on Solana yet')
    expect(text('.lede')).toBe('Harbor stays connected on Ethereum. Solana needs a separate account.')
    expect(button('Connect Harbor')).toBeUndefined()
    await press('Choose a wallet')
    expect(modal.shell.router.current.value).toEqual({
      view: 'Connect',
      data: { namespace: 'solana', network: solana },
    })
    await press('Back')
    expect(modal.shell.router.current.value.view).toBe('SwitchActiveChain')
  })

  test('offers the connected wallet for a chain without an account if this wallet supports the chain', async () => {
    modal.shell.networks.push(solana)
    const imageUrl = 'data:image/png;base64,AA=='
    const both = [
      { ...harbor, imageUrl },
      { ...reef, name: 'Harbor', imageUrl },
    ]
    modal.shell.connectors.value = both
    await openNetworks(1)
    await act(async () => (modal.shell.account.value = { ...connected, connector: both[0]! }))
    await act(async () => rows()[1]!.click())
    await wait(10)
    await press('Connect Harbor')
    expect(modal.shell.router.current.value).toEqual({
      view: 'ConnectingExternal',
      data: { connector: both[1], network: solana },
    })
    await press('Back')
    await press('Choose another wallet')
    expect(modal.shell.router.current.value.view).toBe('Connect')
  })

  test('cannot be opened from the network chip if the page does not allow switching networks', async () => {
    modal.shell.enableNetworkSwitch = false
    await modal.openAccount()
    expect(find('button.chip')).toBeUndefined()
    expect(text('span.chip')).toContain('Ethereum')
  })
})

describe('[G44] An unsupported network', () => {
  test('is shown with its name, the button to switch networks first and Disconnect last', async () => {
    modal.shell.networks.push({ ...network, id: 8453, caipNetworkId: 'eip155:8453', name: 'Base' })
    modal.shell.account.value = {
      ...connected,
      caipNetworkId: 'eip155:137',
      network: undefined,
      unsupported: true,
    }
    modal.shell.show('UnsupportedChain')
    await modal.mount()
    await wait(10)
    expect(text('.alert')).toBe(
      'Driftwood isn’t available on this networkHarbor is on Polygon. Your tokens there are safe.',
    )
    const labels = [...modal.root.querySelectorAll('.view button')].map(({ textContent }) => textContent)
    expect(labels).toEqual(['Switch to Ethereum', 'Base', 'Disconnect Harbor'])
    expect(button('Switch to Ethereum')!.className).toContain('primary')
  })

  test.each([
    ['eip155:1', 'Ethereum'],
    ['eip155:8453', 'Base'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'],
    ['eip155:4242', 'eip155:4242'],
  ] as const)('with the id %s is called %s', (id, name) => {
    expect(nameNetwork(id)).toBe(name)
  })
})
