// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { NftDetails, NftRow } from '../../../src/core/assets/nfts.ts'
import type { NftInput } from '../../../src/core/contract/protocol.ts'
import '../../../ui/nfts/nft-view.tsx'
import '../../../ui/unverified/unverified-view.tsx'
import { loadViews } from '../../../ui/modal/views.ts'
import { nftsHead } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { button, find, press, text, wait } = modal

beforeAll(() => loadViews(['Nft', 'Unverified', 'Networks']))

const PICTURE = 'https://pictures.example/1.png'
const contract = '0x8C05E92bA17f02D4a3e0A7E5bC9B41d27De37EB2'
const tide: NftRow = {
  id: 'tide',
  name: 'Low Tide 114',
  collection: 'Shorelines',
  imageUrl: PICTURE,
  contract,
  tokenId: '114',
  count: 1n,
}
const voucher: NftRow = {
  id: 'voucher',
  name: '$5,000 VOUCHER - claim at voucher.example',
  contract,
  tokenId: '9',
  count: 1n,
  unverified: { reason: 'mass', receivers: 40_000 },
}

let details: (input: NftInput) => Promise<NftDetails>
let asked: NftInput[]

beforeEach(() => {
  asked = []
  details = async () => ({ traits: [] })
  const { shell } = modal
  const { answer } = shell
  shell.answer = async (command, input) => {
    if (command !== 'nft') return answer(command, input)
    asked.push(input as NftInput)
    return details(input as NftInput)
  }
})

async function openNfts(...rows: NftRow[]): Promise<void> {
  const { shell } = modal
  shell.rows.nfts = (index) => rows[index]!
  const unverifiedFrom = rows.filter(({ unverified }) => !unverified).length
  shell.set('nfts', { data: nftsHead(rows.length, { unverifiedFrom }) })
  await modal.openAccount()
  await press('NFTs')
  await wait(400)
}

const pictures = () => [...modal.root.querySelectorAll('img')].map(({ src }) => src)
const facts = () => [...modal.root.querySelectorAll('.fact-list > div')].map(({ textContent }) => textContent)
const openFirst = () => act(async () => find('button.nft, button.unverified-thing')!.click())

describe('[G48] An NFT', () => {
  test('opens with its picture, description, traits, details and a link to the explorer', async () => {
    details = async () => ({
      description: 'One stretch of coast.\nAt every hour.',
      traits: [{ name: 'Sky', value: 'Dusk' }],
      imageUrl: 'https://pictures.example/whole.png',
    })
    await openNfts(tide)
    await openFirst()
    await wait(10)
    expect(text('h2')).toBe('Shorelines')
    expect(text('h3')).toBe('Low Tide 114')
    expect(pictures()).toContain('https://pictures.example/whole.png')
    expect([...modal.root.querySelectorAll('.description p')].map(({ textContent }) => textContent)).toEqual([
      'One stretch of coast.',
      'At every hour.',
    ])
    expect(text('.traits')).toBe('SkyDusk')
    expect(facts()).toEqual(['Token ID114', 'Contract0x8C05…7EB2', 'NetworkEthereum'])
    expect(find('a')?.getAttribute('href')).toBe(`https://explorer.example/address/${contract}`)
    expect(button('Copy contract address')).toBeDefined()
    await press('Back')
    expect(text('h2')).toBe('Account')
    expect(text('[aria-selected=true]')).toBe('NFTs')
  })

  test('shows its known details if the description cannot be loaded, and retries on request', async () => {
    details = () =>
      Promise.reject(new BillfoldError('nfts_unavailable', 'No.', { context: { reason: 'http_network' } }))
    await openNfts(tide)
    await openFirst()
    await wait(10)
    expect(text('.reading-failure')).toContain('Couldn’t load the description.')
    expect(pictures()).toContain(PICTURE)
    expect(facts()).toHaveLength(3)
    details = async () => ({ description: 'A coast.', traits: [] })
    await press('Try again')
    expect(text('.description')).toBe('A coast.')
  })

  test('shows how many copies of it the account holds', async () => {
    await openNfts({ ...tide, count: 12n })
    expect(text('.nft .row-detail')).toBe('12 × Shorelines')
    await openFirst()
    expect(text('.nft-view')).toContain('You hold 12')
  })

  test('gets the focus by Tab, and the arrow keys move the focus to its neighbours', async () => {
    await openNfts(tide, { ...tide, id: 'crease', name: 'Crease 9' })
    const [first, second] = [...modal.root.querySelectorAll<HTMLElement>('button.nft')]
    expect([first, second].map((each) => each!.tabIndex)).toEqual([0, 0])
    await act(async () => first!.focus())
    const press = (key: string) =>
      act(async () =>
        modal.root.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
      )
    await press('ArrowRight')
    expect(modal.root.activeElement).toBe(second)
    await press('ArrowRight')
    expect(modal.root.activeElement).toBe(second)
    await press('ArrowLeft')
    expect(modal.root.activeElement).toBe(first)
  })
})

describe('[G43] Unsolicited NFTs', () => {
  test('are listed behind one row below the gallery, each with the reason why it counts as unsolicited', async () => {
    const named = (name: string, reason: 'link' | 'lure' | 'disguise'): NftRow => ({
      ...voucher,
      id: name,
      name,
      unverified: { reason },
    })
    await openNfts(
      tide,
      voucher,
      named('claim-reward.example', 'link'),
      named('Claim your reward', 'lure'),
      named('UЅDС', 'disguise'),
    )
    expect([...modal.root.querySelectorAll('.nft .row-title')].map(({ textContent }) => textContent)).toEqual(
      ['Low Tide 114'],
    )
    expect(text('.unverified-entry .row-title')).toBe('Unverified (4)')
    await act(async () => find('.unverified-entry')!.click())
    await wait(10)
    expect(
      [...modal.root.querySelectorAll('.unverified-thing .row-text')].map(({ textContent }) => textContent),
    ).toEqual([
      '$5,000 VOUCHER - claim at voucher·exampleSent to 40,000 addresses at once',
      'claim-reward·exampleName contains a link',
      'Claim your rewardName promises money',
      'UЅDСName has unusual characters',
    ])
    expect(pictures()).toEqual([])
    expect(modal.root.querySelectorAll('a')).toHaveLength(0)
  })

  test('show their picture only on request, after naming the host that would learn the user’s IP address', async () => {
    details = async ({ show }) =>
      show
        ? { traits: [], imageUrl: PICTURE }
        : { traits: [], description: 'Claim at voucher·example', host: 'voucher.example' }
    await openNfts(tide, voucher)
    await act(async () => find('.unverified-entry')!.click())
    await wait(10)
    for (const times of [1, 2]) {
      await openFirst()
      await wait(10)
      expect(text('h2')).toBe('Unverified NFT')
      expect(text('.alert.warn')).toBe(
        'UnverifiedYou didn’t request this NFT. Sent to 40,000 addresses at once.',
      )
      expect(text('.held-picture p')).toBe('Loading it shows your IP address to voucher.example.')
      expect(text('.description')).toContain('Text from the NFT. Links don’t open here.')
      expect(pictures()).toEqual([])
      expect(button('Send')).toBeUndefined()
      expect(asked.filter(({ show }) => show)).toHaveLength(times - 1)
      await press('Show picture')
      await wait(10)
      expect(pictures()).toEqual([PICTURE])
      await press('Back')
      await wait(10)
    }
  })

  test('are mentioned together with next actions if the account has no other NFTs', async () => {
    await openNfts(voucher)
    expect(text('.nfts-foot')).toContain('Only unverified NFTs on Ethereum.')
    expect(text('.nfts-foot')).toContain('Unverified (1)')
    expect(text('.tiles')).toContain('Copy address')
  })
})
