// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { UnverifiedActivity } from '../../../src/core/assets/activity.ts'
import '../../../ui/unverified/unverified-view.tsx'
import { loadViews } from '../../../ui/modal/views.ts'
import { activityHead, months } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, text, press, wait } = modal

beforeAll(() => loadViews(['Unverified', 'Networks']))

const things: UnverifiedActivity[] = [
  { id: '1', name: 'claim-reward.example', reason: 'link', date: '12 Nov' },
  { id: '2', name: '−0.000\u00a0USDC', reason: 'nothing', date: '19 Nov' },
  { id: '3', name: '', reason: 'flagged' },
]

async function openActivity(total: number, spam: number): Promise<void> {
  modal.shell.set('activity', {
    data: activityHead(months(total, total || 1), { hidden: { spam, otherChain: 0, invalid: 0 } }),
  })
  await modal.openAccount()
  await press('Activity')
  await wait(10)
}

describe('[G43] Unverified activity', () => {
  test('has a row with its count, which opens a list with the reason for each transaction and without clickable links', async () => {
    modal.shell.unverified = things
    await openActivity(2, 5)
    await press('Unverified (5)Likely spam. No action needed.')
    await wait(10)
    expect(text('h2')).toBe('Unverified')
    const rows = [...modal.root.querySelectorAll('.unverified-thing')]
    const read = (part: string) => rows.map((row) => row.querySelector(part)!.textContent)
    expect(read('.row-title')).toEqual(['claim-reward·example', '−0.000\u00a0USDC', 'No name'])
    expect(read('.row-detail')).toEqual([
      'Name contains a link',
      'Moves nothing. Created by someone else',
      'Marked as spam by the service',
    ])
    expect(read('.date')).toEqual(['12 Nov', '19 Nov', ''])
    expect(text()).toContain('2 older ones aren’t stored.')
    expect(find('a')).toBeUndefined()
  })

  test('is listed 20 at a time', async () => {
    modal.shell.unverified = Array.from({ length: 45 }, (_, at) => ({ ...things[0]!, id: String(at) }))
    await openActivity(2, 45)
    await press('Unverified (45)Likely spam. No action needed.')
    await wait(10)
    const count = () => modal.root.querySelectorAll('.unverified-thing').length
    expect(count()).toBe(20)
    await press('Show 25 more')
    expect(count()).toBe(40)
    await press('Show 5 more')
    expect(count()).toBe(45)
    expect(text()).not.toMatch(/n’t stored/)
  })

  test('can be loaded again after a failure', async () => {
    const { shell } = modal
    const { answer } = shell
    shell.answer = (command, input) =>
      command === 'unverifiedActivity' ? Promise.reject(new Error('no disk')) : answer(command, input)
    shell.unverified = things
    await openActivity(2, 3)
    await press('Unverified (3)Likely spam. No action needed.')
    await wait(10)
    expect(text()).toContain('Couldn’t load these')
    shell.answer = answer
    await press('Try again')
    await wait(10)
    expect(modal.root.querySelectorAll('.unverified-thing')).toHaveLength(3)
  })

  test('has its row even if there is no verified activity', async () => {
    await openActivity(0, 3)
    expect(text()).toContain('Only unverified transactions on Ethereum.')
    expect(text()).toContain('Unverified (3)')
    expect(text()).toContain('Copy address')
  })
})

test('[G50] month headings of the activity list are hidden from screen readers, since each row says its date', async () => {
  await openActivity(40, 0)
  const heads = [...modal.root.querySelectorAll('.group-title')]
  expect(heads.length).toBeGreaterThan(0)
  expect(heads.every((head) => head.getAttribute('aria-hidden') === 'true')).toBe(true)
  expect(find('[role=listitem] .date')!.textContent).toBe('18 Nov')
})

test('[V16] month headings of the activity list contain only the month, without a count', async () => {
  await openActivity(40, 0)
  const heads = [...modal.root.querySelectorAll('.group-title')].map((head) => head.textContent)
  expect(heads.length).toBeGreaterThan(0)
  // A year may follow, of four digits.
  for (const head of heads) expect(head).toMatch(/^\p{L}+( \d{4})?$/u)
})

describe('An empty activity list', () => {
  test('[G53] says "no transactions" only after all older activity has loaded', async () => {
    modal.shell.set('activity', { data: activityHead([], { next: 'two' }) })
    await modal.openAccount()
    await press('Activity')
    await wait(10)
    expect(text()).not.toContain('has no transactions')
    expect(text()).toContain('Loading older activity…')
    await act(async () =>
      modal.shell.set('activity', { data: activityHead([], { next: 'two', stalled: true }) }),
    )
    expect(text()).not.toContain('has no transactions')
    expect(text()).toContain('Couldn’t load older activity.')
  })
})
