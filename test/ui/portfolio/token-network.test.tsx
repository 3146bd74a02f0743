// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { getNavigation } from '../../../src/shell/home-view.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { network, portfolioHead, tokenAt } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, text, wait } = modal
beforeAll(() => loadViews(['Token', 'WalletSend']))

test('the view of a token keeps showing the token’s network when the wallet switches to another network', async () => {
  const { shell } = modal
  const base = {
    ...network,
    id: 8453,
    caipNetworkId: 'eip155:8453' as const,
    name: 'Base',
    explorerUrl: 'https://basescan.example',
  }
  shell.networks.push(base)
  shell.rows.portfolio = (index) => ({
    ...tokenAt(index),
    contract: '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4',
  })
  shell.set('portfolio', { data: portfolioHead(6) })
  await modal.openAccount()
  await act(async () => find('[data-row="1"] button')!.click())
  await wait(10)
  expect(text('.token-list')).toContain('Ethereum')
  const before = shell.account.peek() as never as { caipNetworkId: string; address: string }
  const now = {
    ...before,
    network: base,
    caipNetworkId: base.caipNetworkId,
    caipAddress: `eip155:8453:${before.address.toLowerCase()}`,
  }
  // The modal leaves the view where it is.
  expect(getNavigation(shell.router.history.peek(), true, before as never, now as never, 'Account')).toBe(
    'stay',
  )
  await act(async () => void (shell.account.value = now as never))
  await wait(10)
  expect(shell.router.current.peek().view).toBe('Token')
  expect(text('.token-list')).not.toContain('Base')
  expect(text('.token-list')).toContain('Ethereum')
  expect(find('.token-link a')!.getAttribute('href')).toContain('https://explorer.example/')
})
