// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Connector } from '../../../src/wallets/connector.ts'
import type { Namespace } from '../../../src/core/chains/caip.ts'
import { groupWallets, mergeWallets } from '../../../src/connections/group-wallets.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { bitcoin, connected, harbor, network, solana } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, press, text, wait } = modal

beforeAll(async () => {
  await loadViews(['ConnectingExternal', 'ConnectingMultiChain'])
  await import('../../../ui/connect/more.tsx')
})

const blue = 'data:image/png;base64,Ymx1ZQ=='
const red = 'data:image/png;base64,cmVk'

function wallet(name: string, chain: Namespace, more: Partial<Connector> = {}): Connector {
  const id = `${chain}/${name}/${more.imageUrl ?? ''}`
  return { ...harbor, id, name, chain, namespaces: [chain], imageUrl: blue, provider: { id }, ...more }
}

const list = (connectors: readonly Connector[]) =>
  groupWallets(connectors).map((installed) =>
    installed.map(({ name, chain }) => `${name} ${chain}`).join(' + '),
  )

describe('the list of installed wallets', () => {
  test('joins wallets of different namespaces into one entry if their names and icons are equal', () => {
    expect(list([wallet('Reef', 'eip155'), wallet('Tern', 'eip155'), wallet('Reef', 'solana')])).toEqual([
      'Reef eip155 + Reef solana',
      'Tern eip155',
    ])
  })

  test('[F11] has separate entries for wallets that share only a name', () => {
    expect(list([wallet('Reef', 'eip155'), wallet('Reef', 'solana', { imageUrl: red })])).toEqual([
      'Reef eip155',
      'Reef solana',
    ])
    const { imageUrl: _, ...bare } = wallet('Reef', 'solana')
    const { imageUrl: __, ...other } = wallet('Reef', 'eip155')
    expect(list([bare, other])).toEqual(['Reef solana', 'Reef eip155'])
  })

  test('[F11] has separate entries for wallets of the same name if two of them are on the same chain or one is a look-alike', () => {
    const looksLike = { name: 'Reef', by: 'name' } as const
    expect(
      list([
        wallet('Reef', 'eip155'),
        wallet('Reef', 'solana', { looksLike }),
        wallet('Reef', 'solana', { id: 'copy', looksLike }),
      ]),
    ).toEqual(['Reef eip155', 'Reef solana', 'Reef solana'])
    expect(list([wallet('Reef', 'solana'), wallet('Reef', 'solana', { id: 'copy' })])).toHaveLength(2)
  })

  test('joins wallets of different namespaces without an icon into one entry if their provider is the same object', () => {
    const { imageUrl: _, ...bare } = wallet('Keel', 'solana')
    expect(list([bare, { ...bare, id: 'keel', chain: 'bip122', namespaces: ['bip122'] }])).toEqual([
      'Keel solana + Keel bip122',
    ])
  })

  test('has a fixed order: wallets with several chains, announced wallets, injected wallets, others', () => {
    expect(
      list([
        wallet('Outside', 'eip155', { type: 'EXTERNAL' }),
        wallet('Browser wallet', 'eip155', { type: 'INJECTED' }),
        wallet('Harbor', 'eip155'),
        wallet('Both', 'eip155', { type: 'MULTI_CHAIN', namespaces: ['eip155', 'solana'] }),
        wallet('Reef', 'solana'),
        wallet('Reef', 'eip155'),
      ]),
    ).toEqual([
      'Both eip155',
      'Reef solana + Reef eip155',
      'Harbor eip155',
      'Browser wallet eip155',
      'Outside eip155',
    ])
  })
})

const rows = () => [...modal.root.querySelectorAll<HTMLElement>('.row')]
const shown = () => rows().map((row) => row.querySelector('.row-text')!.textContent)

async function open(connectors: readonly Connector[]): Promise<void> {
  modal.shell.networks.push(solana, bitcoin)
  modal.shell.connectors.value = connectors
  modal.shell.show('Connect')
  await modal.mount()
  await wait(10)
}

describe('The Connect view on a page with several namespaces', () => {
  test('shows the chains of each wallet if the wallets have different chains', async () => {
    await open([wallet('Reef', 'eip155'), wallet('Tern', 'eip155'), wallet('Reef', 'solana')])
    expect(shown()).toEqual(['ReefEthereum, Solana', 'TernEthereum'])
  })

  test('shows the chains of each wallet if one wallet supports several chains', async () => {
    await open([wallet('Tern', 'eip155'), wallet('Both', 'eip155', { namespaces: ['eip155', 'bip122'] })])
    expect(shown()).toEqual(['TernEthereum', 'BothEthereum, Bitcoin'])
  })

  test('shows no chains if all wallets have the same single chain', async () => {
    await open([wallet('Tern', 'eip155')])
    expect(shown()).toEqual(['Tern'])
  })

  test('marks a wallet that is already connected', async () => {
    const tern = wallet('Tern', 'eip155')
    modal.shell.others.value = [{ ...connected, connector: tern }]
    await open([tern, harbor])
    expect(rows().map((row) => row.querySelector('.tag')?.textContent)).toEqual(['Connected', 'Installed'])
  })

  test('lists only wallets of the requested namespace', async () => {
    modal.shell.account.value = connected
    await open([wallet('Reef', 'eip155'), wallet('Tern', 'eip155'), wallet('Reef', 'solana')])
    await act(async () => modal.shell.router.reset('Connect', { namespace: 'solana', network: solana }))
    expect(shown()).toEqual(['Reef'])
    await act(async () => rows()[0]!.click())
    expect(modal.shell.router.current.value).toMatchObject({
      view: 'ConnectingExternal',
      data: { connector: { chain: 'solana' }, network: solana },
    })
    expect(modal.shell.asked).toMatchObject([{ chain: 'solana' }])
  })

  test('[S8] lists and connects the page’s own connector, without the tag "Installed"', async () => {
    const outside = wallet('Outside', 'eip155', {
      type: 'EXTERNAL',
      imageUrl: 'https://outside.example/a.svg',
    })
    await open([outside, harbor])
    expect(shown()).toEqual(['Harbor', 'Outside'])
    expect(rows().map((row) => row.querySelector('.tag')?.textContent)).toEqual(['Installed', undefined])
    await act(async () => rows()[1]!.click())
    expect(modal.shell.asked).toEqual([outside])
  })

  test('[S8] says that only the site’s owner can help if the page’s own connector cannot start', async () => {
    await open([wallet('Outside', 'eip155', { type: 'EXTERNAL' })])
    await act(async () => rows()[0]!.click())
    const [attempt] = modal.shell.attempts.value
    const error = { code: 'wallet_failed', message: '', category: 'INTERNAL_SDK_ERROR' } as const
    await act(async () => {
      modal.shell.attempts.value = [
        { ...attempt!, status: 'failed', error: { ...error, context: { reason: 'unusable' } } },
      ]
    })
    expect(text('.lede')).toBe('Outside couldn’t start. Only the site’s owner can fix this.')
    await press('Try again')
    expect(modal.shell.asked).toHaveLength(2)
  })

  test('says for which chain no wallet was found in this browser', async () => {
    await open([wallet('Tern', 'eip155')])
    await act(async () => modal.shell.router.reset('Connect', { namespace: 'bip122' }))
    // The notice is in a chunk that the view fetches after its first picture.
    const read = async () => {
      await wait(1)
      return text('.notice h3')
    }
    await expect.poll(read).toBe('No Bitcoin wallet found in this browser')
  })
})

describe('[S8] merging installed wallets into connectors', () => {
  const reefOn = (chain: Namespace, more: Partial<Connector> = {}): Connector => {
    const { info: _, ...bare } = wallet('Reef', chain)
    return { ...bare, ...more }
  }
  const ofReef = { info: { rdns: 'example.reef', uuid: '1' }, explorerId: 'reef' }
  const kinds = (connectors: readonly Connector[]) =>
    mergeWallets(connectors).map(({ name, type }) => `${name} ${type}`)

  test('makes one MULTI_CHAIN connector from one wallet’s connectors for two namespaces', () => {
    const eip155 = reefOn('eip155', ofReef)
    const [merged] = mergeWallets([reefOn('solana'), eip155])
    expect(merged).toMatchObject({
      type: 'MULTI_CHAIN',
      chain: 'solana',
      namespaces: ['solana', 'eip155'],
      info: { rdns: 'example.reef' },
      explorerId: 'reef',
    })
    expect(mergeWallets([merged!])).toEqual([merged])
  })

  test.each([
    ['a different icon', { imageUrl: red }],
    ['the same namespace', { chain: 'eip155', namespaces: ['eip155'], id: 'copy' }],
    ['a different rdns', { info: { rdns: 'example.other', uuid: '2' } }],
    ['a different entry in the wallet directory', { explorerId: 'other' }],
    ['a mark as a look-alike', { looksLike: { name: 'Reef', by: 'name' } }],
    ['a connector of the page', { type: 'EXTERNAL' }],
  ] as const)('[F11] keeps two wallets of the same name apart if the second has %s', (_, more) => {
    const eip155 = reefOn('eip155', ofReef)
    expect(kinds([eip155, reefOn('solana')])).toEqual(['Reef MULTI_CHAIN'])
    const other = reefOn('solana', more as Partial<Connector>)
    expect(kinds([eip155, other])).not.toContain('Reef MULTI_CHAIN')
    expect(kinds([eip155, other])).toHaveLength(2)
  })

  test('connects the merged wallet in the requested namespace', async () => {
    const merged = mergeWallets([wallet('Reef', 'eip155'), wallet('Reef', 'solana')])
    await open(merged)
    expect(shown()).toEqual(['ReefEthereum, Solana'])
    await act(async () => modal.shell.router.reset('Connect', { namespace: 'solana', network: solana }))
    await act(async () => rows()[0]!.click())
    expect(modal.shell.asked).toMatchObject([{ chain: 'solana', type: 'ANNOUNCED' }])
  })
})

describe('a wallet with several chains', () => {
  const reef = [wallet('Reef', 'eip155'), wallet('Reef', 'solana')]

  test('[A4] lets the user choose a chain, and connects only that chain', async () => {
    await open(reef)
    await act(async () => rows()[0]!.click())
    expect(modal.shell.router.current.value.view).toBe('ConnectingMultiChain')
    expect(modal.shell.asked).toEqual([])
    expect(text('h2')).toBe('Reef')
    expect(shown()).toEqual(['Ethereum', 'Solana', 'BothReef will ask you twice'])
    await act(async () => rows()[1]!.click())
    await wait(10)
    expect(modal.shell.asked).toMatchObject([{ chain: 'solana' }])
    await press('Cancel')
    expect(modal.shell.router.current.value.view).toBe('ConnectingMultiChain')
    await press('Back')
    expect(modal.shell.router.current.value.view).toBe('Connect')
  })

  test('shows the networks of each chain, and which chain is connected', async () => {
    modal.shell.networks.push({ ...network, caipNetworkId: 'eip155:10', id: 10, name: 'OP Mainnet' })
    modal.shell.others.value = [{ ...connected, connector: reef[0]! }]
    await open(reef)
    await act(async () => rows()[0]!.click())
    // One is connected already: nothing is left to be asked for together.
    expect(shown()).toEqual(['EthereumEthereum, OP Mainnet', 'Solana'])
    expect(rows().map((row) => row.querySelector('.row-end')?.textContent)).toEqual(['Connected', ''])
    expect(find('[role=list]')!.getAttribute('aria-label')).toBe('Chains')
  })

  test('connects all chains one after another, and continues with the next chain if the user declines a chain', async () => {
    const all = [...reef, wallet('Reef', 'bip122')]
    await open(all)
    await act(async () => rows()[0]!.click())
    expect(shown().at(-1)).toBe('All threeReef will ask you three times')
    await act(async () => rows()[3]!.click())
    await wait(10)
    expect(modal.shell.asked).toMatchObject([{ chain: 'eip155' }])
    expect(text('.step')).toBe('Ethereum, 1 of 3')
    await act(async () => {
      const [attempt] = modal.shell.attempts.value
      modal.shell.attempts.value = [{ ...attempt!, status: 'declined' }]
    })
    expect(text('.heading')).toBe('You declined in Reef')
    expect(text('.lede')).toBe('No Ethereum account was shared with Driftwood.')
    await press('Continue with Solana')
    await wait(10)
    expect(modal.shell.asked.map(({ chain }) => chain)).toEqual(['eip155', 'solana'])
    expect(text('.step')).toBe('Solana, 2 of 3')
    await press('Cancel')
    expect(modal.shell.router.current.value.view).toBe('ConnectingMultiChain')
  })
})
