// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetOpened, keepOpened, openForRequest } from '../../../src/wallets/walletconnect/opened-wallet.ts'

const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

function setPointer(pointer: 'coarse' | 'fine'): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
}

const open = vi.spyOn(window, 'open').mockReturnValue(null)
beforeEach(() => {
  localStorage.clear()
  open.mockClear()
  setPointer('coarse')
})
afterEach(() => vi.unstubAllGlobals())

describe('The wallet app for a WalletConnect request', () => {
  it('is opened on a phone by its stored link, and the page stays open', () => {
    keepOpened('lantern://', 'Lantern')
    openForRequest('ab')
    keepOpened('https://lantern.example/', 'Lantern')
    openForRequest('ab')
    expect(open.mock.calls).toEqual([
      ['lantern://wc?sessionTopic=ab', '_self', 'noreferrer noopener'],
      ['https://lantern.example/wc?sessionTopic=ab', '_blank', 'noreferrer noopener'],
    ])
  })

  it('is not opened on a computer, nor on a phone if no link is stored or a disconnect has removed the link', () => {
    openForRequest('ab')
    keepOpened('lantern://', 'Lantern')
    setPointer('fine')
    openForRequest('ab')
    setPointer('coarse')
    forgetOpened()
    openForRequest('ab')
    expect(open).not.toHaveBeenCalled()
  })

  it('[F21] is not opened by a stored link that is unsafe or malformed', () => {
    for (const stored of [
      '{"href":"javascript:alert(1)//","name":"x"}',
      '{"href":7}',
      '[]',
      '"lantern:"',
      '{"href":"https://a@evil.example/"}',
      'no json',
    ]) {
      localStorage.setItem(KEY, stored)
      openForRequest('ab')
    }
    expect(open).not.toHaveBeenCalled()
  })
})
