// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { connected, network } from './fake-shell.ts'
import { useModal } from './open-modal.ts'
import { loadViews } from '../../ui/views.ts'
import { nameNetwork } from '../../ui/networks/name-network.ts'

const modal = useModal()
const { button, find, press, text, wait } = modal

beforeAll(() => loadViews(['Networks', 'SwitchNetwork', 'UnsupportedChain']))

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

describe('[G48] Networks', () => {
  test('open from the chip, with the current one marked', async () => {
    await openNetworks(3)
    expect(text('h2')).toBe('Networks')
    expect(shown()).toEqual(['Ethereum', 'Base', 'OP Mainnet'])
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null])
    expect(find('input')).toBeUndefined()
  })

  test('lead to a switch, and the current one back', async () => {
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

  test('above eight can be searched by name and by id', async () => {
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

  test('that are none of a search say so, and lead back to all', async () => {
    await openNetworks(9)
    await search('Solana')
    expect(text('.notice h3')).toBe('No network of that name')
    expect(text('.notice p')).toContain('None is called “Solana”.')
    await press('Show all networks')
    expect(shown()).toHaveLength(9)
  })

  test('are reached with the arrow keys from the search, and lead back to it', async () => {
    await openNetworks(9)
    await act(async () => find('input')!.focus())
    await type('ArrowDown')
    await type('ArrowDown')
    expect(modal.root.activeElement).toBe(rows()[1])
    await type('ArrowUp')
    await type('ArrowUp')
    expect(modal.root.activeElement).toBe(find('input'))
  })

  test('of one page that cannot be switched look still', async () => {
    modal.shell.enableNetworkSwitch = false
    await modal.openAccount()
    expect(find('button.chip')).toBeUndefined()
    expect(text('span.chip')).toContain('Ethereum')
  })
})

describe('[G44] On a wrong network', () => {
  test('the way on comes first, the way out last, and the network has its name', async () => {
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
      'Driftwood does not run on this networkHarbor is on Polygon. Your tokens there are safe.',
    )
    const labels = [...modal.root.querySelectorAll('.view button')].map(({ textContent }) => textContent)
    expect(labels).toEqual(['Switch to Ethereum', 'BBase', 'Disconnect Harbor'])
    expect(button('Switch to Ethereum')!.className).toContain('primary')
  })

  test.each([
    ['eip155:1', 'Ethereum'],
    ['eip155:8453', 'Base'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'],
    ['eip155:4242', 'eip155:4242'],
  ] as const)('%s is called %s', (id, name) => {
    expect(nameNetwork(id)).toBe(name)
  })
})
