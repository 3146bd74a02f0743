// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActivitySearch } from '../../../src/core/assets/activity.ts'
import { activityHead, months } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, text, press, wait, button } = modal

/** The fake shell gives the same head with a filter and without. */
function setHead(total: number, search: Partial<ActivitySearch> = {}, next: string | null = null): void {
  const whole = { searched: 3_351, loaded: 3_351, unread: 0, kinds: [], tokens: [], ...search }
  modal.shell.set('activity', { data: activityHead(months(total, 40), { next, search: whole }) })
}

async function openSearch(): Promise<void> {
  await modal.openAccount()
  await press('Activity')
  await wait(10)
  await press('Search and filter')
  await wait(200)
}

async function choose(label: string, value: string): Promise<void> {
  const select = find(`select[aria-label="${label}"]`) as HTMLSelectElement
  await act(async () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await wait(200)
}

const readOptions = (label: string) =>
  [...modal.root.querySelectorAll(`select[aria-label="${label}"] option`)].map((one) => one.textContent)

const pageInputs = () =>
  modal.shell.calls.filter(({ command }) => command === 'page').map(({ input }) => input)

beforeEach(() => setHead(120, { kinds: ['sent', 'approved'], tokens: ['USDC', 'ETH'] }))

describe('The activity search', () => {
  test('offers the types and tokens that occur in the activity', async () => {
    await openSearch()
    expect(readOptions('Type')).toEqual(['All types', 'Approved', 'Sent'])
    expect(readOptions('Token')).toEqual(['All tokens', 'USDC', 'ETH'])
    expect(readOptions('Direction')).toEqual(['In and out', 'In', 'Out'])
  })

  test('shows all activity until the user chooses a filter, and then the matches found by the worker', async () => {
    await openSearch()
    expect(pageInputs().every((input) => !('filter' in (input as object)))).toBe(true)
    await choose('Token', 'USDC')
    await choose('Direction', 'in')
    expect(pageInputs().at(-1)).toMatchObject({
      list: 'activity',
      filter: { token: 'USDC', direction: 'in' },
    })
    expect(text()).toContain('No more matches in 3,351 loaded transactions')
  })

  test('shows the progress of the search, then announces the number of matches', async () => {
    await openSearch()
    await choose('Type', 'sent')
    await act(async () => setHead(12, { searched: 240_000, loaded: 1_000_000 }))
    expect(text()).toContain('Searching… 240,000 of 1,000,000')
    expect(find('.unseen[role=status]')!.textContent).toBe('')
    await act(async () => setHead(12, { searched: 1_000_000, loaded: 1_000_000 }))
    expect(text()).not.toContain('Searching…')
    expect(find('[role=search] > .unseen')!.textContent).toBe('12 matches')
  })

  test('says that no loaded transaction matches the search, and loads older activity on request', async () => {
    setHead(120, { kinds: ['sent'] }, 'older')
    await openSearch()
    await choose('Type', 'sent')
    await act(async () => setHead(0, { unread: 2 }, 'older'))
    expect(text()).toContain('No matches in 3,351 loaded transactions')
    expect(text()).toContain('2 transactions couldn’t be loaded')
    const asked = () => modal.shell.calls.filter(({ command }) => command === 'more').length
    const before = asked()
    await press('Load older')
    expect(asked()).toBe(before + 1)
  })

  test('shows all activity again when the user presses Cancel', async () => {
    await openSearch()
    await choose('Type', 'sent')
    await press('Cancel')
    await wait(10)
    expect(button('Search and filter')).toBeDefined()
    expect(text()).toContain('End of activity')
    expect([...modal.shell.watched].filter((key) => key.includes('"filter"'))).toEqual([])
  })
})

describe('The activity export', () => {
  const part = (csv: string, next?: { order: number; id: string }) => ({
    csv: new TextEncoder().encode(csv),
    rows: 60,
    searched: next ? 60 : 120,
    loaded: 120,
    unread: 0,
    ...(next && { next }),
  })

  test('is one CSV file, joined from the parts that the worker sends', async () => {
    const files: Blob[] = []
    URL.createObjectURL = (file) => {
      files.push(file as Blob)
      return 'blob:file'
    }
    URL.revokeObjectURL = vi.fn()
    const { answer } = modal.shell
    modal.shell.answer = async (command, input) => {
      if (command !== 'activityCsv') return answer(command, input)
      return (input as { after?: object }).after ? part('two\r\n') : part('one\r\n', { order: 1, id: 'a' })
    }
    await openSearch()
    await choose('Direction', 'out')
    await press('Export 120 transactions as CSV')
    await wait(50)
    expect(await files[0]!.text()).toBe('one\r\ntwo\r\n')
    const asked = modal.shell.calls.filter(({ command }) => command === 'activityCsv')
    expect(asked.map(({ input }) => input)).toMatchObject([
      { filter: { direction: 'out' } },
      { filter: { direction: 'out' }, after: { order: 1, id: 'a' } },
    ])
    expect(modal.shell.snacks.current.value).toMatchObject({ message: 'Exported 120 transactions' })
  })

  test('can be cancelled, and shows an error when it fails', async () => {
    const { answer } = modal.shell
    let fail: (error: Error) => void = () => {}
    modal.shell.answer = (command, input) =>
      command === 'activityCsv' ? new Promise((_, reject) => (fail = reject)) : answer(command, input)
    await openSearch()
    await press('Export 120 transactions as CSV')
    expect(find('[role=progressbar]')).toBeDefined()
    await press('Cancel export')
    await act(async () => fail(new Error('aborted')))
    expect(find('[role=progressbar]')).toBeUndefined()
    expect(modal.shell.snacks.current.value).toBeUndefined()
    await press('Export 120 transactions as CSV')
    await act(async () => fail(new Error('no disk')))
    expect(modal.shell.snacks.current.value).toMatchObject({ variant: 'error', message: 'Export failed' })
  })
})

test('The activity list jumps to a chosen month and names the month in view', async () => {
  await modal.openAccount()
  await press('Activity')
  await wait(10)
  const options = readOptions('Month')
  expect(options).toHaveLength(3)
  await choose('Month', '2')
  const select = find('select[aria-label="Month"]') as HTMLSelectElement
  expect(select.selectedIndex).toBe(2)
  expect(find('.scroll')!.scrollTop).toBe(2 * (38 + 40 * 60))
})
