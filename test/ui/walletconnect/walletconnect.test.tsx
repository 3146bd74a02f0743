// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Attempt } from '../../../src/wallets/account.ts'
import type { ErrorCode } from '../../../src/core/base/errors.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { Wallet } from '../../../src/core/assets/wallet.ts'
import { solanaMainnet } from '../../../src/wallets/solana/networks.ts'
import { createWalletConnect } from '../../../src/wallets/walletconnect/connector.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { createQrShapes } from '../../../ui/components/qr-path.ts'
import { harbor } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, press, text, wait, button } = modal

beforeAll(() => loadViews(['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']))

const connector = createWalletConnect(['eip155'])
const solana = toNetwork(solanaMainnet)
const lantern: Wallet = {
  id: 'lantern',
  name: 'Lantern',
  mobile_link: 'lantern:',
  webapp_link: 'https://web.lantern.example',
  homepage: 'https://lantern.example',
}
const uri = 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?symKey=587d'

/** The page is on a phone, or on a computer. */
function setPointer(pointer: 'coarse' | 'fine'): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
}

/** What became of the attempt that the view made. */
function answer(update: Partial<Attempt>): Promise<void> {
  return act(async () => {
    const { shell } = modal
    const attempt = shell.attempts.peek()[0] ?? { id: 1, connector, startedAt: Date.now(), status: 'waiting' }
    shell.attempts.value = [{ ...attempt, ...update }]
  })
}

const fail = (code: ErrorCode, id = 1, context = {}) =>
  answer({
    id,
    status: code === 'wallet_declined' ? 'declined' : 'failed',
    error: { code, message: 'It said no.', category: 'INTERNAL_SDK_ERROR', context },
  })

async function open(wallet?: Wallet, openedAt?: number): Promise<void> {
  modal.shell.connectors.value = [harbor, connector]
  modal.shell.router.reset('Connect')
  modal.shell.router.push('ConnectingWalletConnect', wallet && { wallet, ...(openedAt && { openedAt }) })
  modal.shell.open.value = true
  await modal.mount()
  await wait(10)
}

const showCode = (link = uri) =>
  answer({ progress: { kind: 'uri', uri: link, expiresAt: Date.now() + 240_000 } })

beforeEach(() => setPointer('fine'))

test.each([
  [{ namespace: 'solana', network: solana }, solana],
  [{ namespace: 'solana' }, solana],
  [undefined, undefined],
] as const)(
  '[A67] WalletConnect connects on the network for which the page opened Connect, or else on the given chain’s network, or else on any network (case %#)',
  async (wanted, network) => {
    Object.assign(modal.shell, { networks: [...modal.shell.networks, solana] })
    modal.shell.connectors.value = [harbor, connector]
    modal.shell.router.reset('Connect', wanted)
    modal.shell.router.push('AllWallets')
    modal.shell.router.push('ConnectingWalletConnect')
    modal.shell.open.value = true
    await modal.mount()
    await wait(10)
    expect(modal.shell.asked).toEqual([connector])
    expect(modal.shell.wanted).toEqual([network])
  },
)

describe('The WalletConnect view on a computer', () => {
  test('[A9] shows only the QR code when no wallet was selected', async () => {
    await open()
    expect(modal.shell.asked).toEqual([connector])
    expect(find('.code-bones')).toBeDefined()
    expect(button('Copy link')?.disabled).toBe(true)
    await showCode()
    expect(find('[aria-label="QR code"]')).toBeDefined()
    expect(button('Copy link')?.disabled).toBe(false)
    expect(find('.segment')).toBeUndefined()
    expect(text()).toContain('Open a wallet on your phone and scan.')
  })

  test('offers Phone and Web for the selected wallet, and connects under that wallet’s name', async () => {
    await open(lantern)
    await showCode()
    expect(modal.shell.asked).toMatchObject([
      { name: 'Lantern', wallet: lantern, provider: connector.provider },
    ])
    expect([...modal.root.querySelectorAll('.segment button')].map(({ textContent }) => textContent)).toEqual(
      ['Phone', 'Web'],
    )
    await press('Web')
    const link = find('a.button') as HTMLAnchorElement
    expect(link.href).toBe(`https://web.lantern.example/wc?uri=${encodeURIComponent(uri)}`)
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
    // The same pairing.
    expect(modal.shell.asked).toHaveLength(1)
  })

  test('[A51] shows for how long the QR code is valid, and whether a new QR code follows when it expires', async () => {
    await open(lantern)
    await showCode()
    expect(text('.scan')).toContain('This code works for 3:50, then a new one appears.')
    await wait(10_000)
    expect(text('.scan')).toContain('3:40')
    await showCode(`${uri}2`)
    await showCode(`${uri}3`)
    expect(text('.scan')).toContain('This code works for 4:00.')
    await fail('pairing_expired')
    expect(text()).toContain('Code expired')
    await press('Show new code')
    expect(modal.shell.asked).toHaveLength(2)
  })

  test('says that the user declined, and offers to ask the wallet again or to choose another wallet', async () => {
    await open(lantern)
    await showCode()
    await fail('wallet_declined')
    expect(text()).toContain('You declined in Lantern')
    await press('Ask again')
    expect(modal.shell.asked).toHaveLength(2)
    await fail('wallet_declined')
    await press('Choose another wallet')
    expect(modal.shell.router.current.value.view).toBe('Connect')
  })

  test('says why the connection failed', async () => {
    await open(lantern)
    await fail('wallet_bad_account')
    expect(text()).toContain('Couldn’t connect to Lantern')
    expect(text()).toContain('Lantern returned an invalid address.')
    expect(text()).not.toContain('It said no.')
  })

  test('retries with growing pauses while the relay is unreachable, and shows the seconds until the next attempt', async () => {
    await open(lantern)
    await fail('relay_unreachable')
    expect(text()).toContain('No code yet')
    expect(text()).toContain('Next try in 1 s')
    await wait(1_000)
    expect(modal.shell.asked).toHaveLength(2)
    // It stays said while it is tried.
    await answer({ id: 2, status: 'waiting', error: undefined as never })
    expect(text()).toContain('Trying now…')
    await fail('relay_unreachable', 2)
    expect(text()).toContain('Next try in 2 s')
    expect(text()).toContain('Tried 2 times since')
    expect(text('.list')).toContain('Harbor')
    await press('Try now')
    expect(modal.shell.asked).toHaveLength(3)
    await answer({ id: 3, status: 'waiting', error: undefined as never })
    await showCode()
    expect(find('[aria-label="QR code"]')).toBeDefined()
    expect(text()).not.toContain('No code yet')
  })

  test('[G51] keeps “Try now” enabled during a retry, so that the button keeps the focus', async () => {
    await open(lantern)
    await fail('relay_unreachable')
    await wait(1_000)
    await answer({ id: 2, status: 'waiting', error: undefined as never })
    expect(text()).toContain('Trying now…')
    expect(button('Try now')!.disabled).toBe(false)
    await press('Try now')
    expect(modal.shell.asked).toHaveLength(2)
  })

  test.each([
    ['relay_clock', 'your device’s clock is wrong'],
    ['relay_project', 'doesn’t recognise this site’s project'],
    ['relay_origin', 'doesn’t allow this site’s address'],
    ['relay_refused', 'It says: Too many.'],
  ])('[D30] says why the relay refuses the page (%s): “%s”', async (reason, words) => {
    await open(lantern)
    await fail('relay_unreachable', 1, { reason, said: 'Too many.' })
    expect(text()).toContain(words)
    expect(text()).not.toContain('isn’t responding')
  })

  test('ends the pairing when the modal is closed', async () => {
    await open(lantern)
    await showCode()
    await act(async () => modal.shell.close())
    expect(modal.shell.attempts.peek()).toEqual([])
  })

  test('says that it is reconnecting if the relay connection is lost while a QR code is shown', async () => {
    await open(lantern)
    await showCode()
    await act(async () => modal.shell.set('walletConnect', { data: { session: undefined, relay: 'lost' } }))
    expect(text()).toContain('Reconnecting…')
  })
})

describe('The WalletConnect view on a phone', () => {
  test('opens the wallet once automatically, and has a button to open the wallet again', async () => {
    setPointer('coarse')
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await open(lantern)
    expect(opened).not.toHaveBeenCalled()
    await showCode()
    await wait(10)
    const href = `lantern://wc?uri=${encodeURIComponent(uri)}`
    expect(opened.mock.calls).toEqual([[href, '_self', 'noreferrer noopener']])
    expect(text()).toContain('Opened Lantern')
    expect(text('a.button')).toBe('Open Lantern again')
    expect((find('a.button') as HTMLAnchorElement).href).toBe(href)
    await wait(5_000)
    expect(text('.steps')).toContain('5 s')
    expect(opened).toHaveBeenCalledOnce()
    expect(modal.shell.asked).toMatchObject([{ link: 'lantern://' }])
    opened.mockRestore()
  })

  test('does not open the wallet automatically if the user’s tap has already opened it', async () => {
    setPointer('coarse')
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await open(lantern, Date.now())
    await showCode()
    await wait(10)
    expect(opened).not.toHaveBeenCalled()
    expect(text('.steps')).toContain('Opened Lantern1 time')
    expect(text('a.button')).toBe('Open Lantern again')
    opened.mockRestore()
  })

  test('shows the QR code if the wallet has no link', async () => {
    setPointer('coarse')
    await open({ id: 'tern', name: 'Tern' })
    await showCode()
    expect(find('[aria-label="QR code"]')).toBeDefined()
  })

  test('[F21] does not link to unsafe URLs of a wallet', async () => {
    setPointer('coarse')
    await open({
      id: 'evil',
      name: 'Evil',
      mobile_link: 'javascript:alert(1)//',
      webapp_link: 'data:text/html,x',
    })
    await showCode()
    expect(modal.root.querySelectorAll('a')).toHaveLength(0)
  })
})

test('the button “All wallets” is shown below the QR code if the modal opens directly on the QR code', async () => {
  modal.shell.connectors.value = [connector]
  modal.shell.show('ConnectingWalletConnectBasic')
  await modal.mount()
  await showCode()
  expect(find('[aria-label="QR code"]')).toBeDefined()
  expect(button('All wallets')).toBeDefined()
})

describe('[A124] The checkbox for the terms', () => {
  const accept = () => act(async () => (find('.footer input') as HTMLInputElement).click())

  async function openUnaccepted(view: 'ConnectingWalletConnect' | 'ConnectingWalletConnectBasic') {
    modal.shell.connectors.value = [connector]
    modal.shell.features.value = { legalCheckbox: true }
    modal.shell.accepted.value = false
    modal.shell.show(view)
    await modal.mount()
    await wait(10)
  }

  test.each(['ConnectingWalletConnect', 'ConnectingWalletConnectBasic'] as const)(
    'is shown in the view %s, which requests no QR code until the user accepts the terms',
    async (view) => {
      await openUnaccepted(view)
      expect(modal.shell.asked).toEqual([])
      expect(text('.scan')).toContain('Accept the terms below')
      expect(text('.consent')).toBe('I accept Driftwood’s terms and privacy policy.')
      await accept()
      expect(modal.shell.asked).toEqual([connector])
      await showCode()
      expect(find('[aria-label="QR code"]')).toBeDefined()
    },
  )

  test('removes the QR code when the user unticks it', async () => {
    await openUnaccepted('ConnectingWalletConnectBasic')
    await accept()
    await showCode()
    await accept()
    expect(modal.shell.attempts.value).toEqual([])
    expect(find('[aria-label="QR code"]')).toBeUndefined()
  })
})

test('[A124] the terms are linked below the QR code if the modal opens directly on the QR code', async () => {
  modal.shell.connectors.value = [connector]
  modal.shell.show('ConnectingWalletConnectBasic')
  await modal.mount()
  await showCode()
  expect(text('.footer')).toContain('By connecting, you accept Driftwood’s terms and privacy policy.')
  expect(find('.footer a')).toBeDefined()
})

test('a QR code leaves at most a quarter of its width free in the centre, and draws each finder pattern once', () => {
  const { size, path, hole, finders } = createQrShapes(uri)
  expect(hole / size).toBeLessThanOrEqual(0.25)
  expect(hole % 2).toBe(size % 2)
  expect(finders).toEqual([
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ])
  const starts = [...path.matchAll(/M([\d.]+) (\d+)/g)].map(([, x, y]) => [Math.floor(Number(x)), Number(y)])
  const middle = (size - 1) / 2
  expect(starts.length).toBeGreaterThan(200)
  for (const [x, y] of starts as [number, number][]) {
    expect(Math.max(Math.abs(x - middle), Math.abs(y - middle))).toBeGreaterThan((hole - 1) / 2)
    expect(x < 7 && (y < 7 || y >= size - 7)).toBe(false)
  }
})

test('"Ask again" automatically opens the wallet with the new link, even if the user’s tap opened the wallet the first time', async () => {
  setPointer('coarse')
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await open(lantern, Date.now())
  await showCode()
  await wait(10)
  expect(opened).not.toHaveBeenCalled()
  await fail('wallet_declined')
  await wait(60_000)
  await press('Ask again')
  await answer({ id: 2, status: 'waiting', error: undefined as never, progress: undefined as never })
  await showCode(uri.replace('587d', '99aa'))
  await wait(10)
  expect(opened).toHaveBeenCalledOnce()
  opened.mockRestore()
})
