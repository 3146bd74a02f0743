// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { ActivityRow } from '../../../src/core/assets/activity.ts'
import { createRowPainter } from '../../../ui/activity/row-painter.ts'

const NOW = Date.UTC(2026, 10, 14, 9, 0)
const row: ActivityRow = {
  id: 'one',
  kind: 'minted',
  status: 'pending',
  minedAt: NOW - 40_000,
  future: false,
  amounts: [{ direction: 'in', text: 'Low Tide 114' }],
  nft: true,
}

function paint(change: Partial<ActivityRow>): string[] {
  const button = document.createElement('button')
  createRowPainter(button, 'en').paint({ ...row, ...change }, () => NOW)
  return [...button.querySelectorAll('.row-title, .row-detail')].map(({ textContent }) => textContent)
}

test('[G42] an activity row of a mint names the app or site on its second line', () => {
  expect(paint({ party: { kind: 'on', name: 'Harbor' } })).toEqual([
    'Minting',
    'Low Tide 114',
    'on Harbor',
    '40 s ago',
    'Not yet confirmed',
  ])
})

test('an activity row shows the receiver’s name in its title, or the address on its second line if there is no name', () => {
  const sent = { kind: 'sent', party: { kind: 'to', name: 'nadia.eth' } } as const
  expect(paint(sent).slice(0, 4)).toEqual(['Sending to nadia.eth', 'Low Tide 114', '', 'Submitted 40 s ago'])
  expect(paint({ kind: 'sent', party: { kind: 'to', name: '0x71C4…c02A' } }).slice(0, 4)).toEqual([
    'Sending',
    'Low Tide 114',
    '0x71C4…c02A',
    '40 s ago',
  ])
})
