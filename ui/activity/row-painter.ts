/**
 * Draws a row of activity without React, and reuses its elements for other rows. A fast scroll brings seven new rows in
 * each frame: React would need the whole frame to compare their texts.
 *
 *   picture   title                  amount
 *   + badge   [name  date]           second
 */
import { isEvmAddress, shortAddress } from '../../src/core/chains/address.ts'
import { formatAge } from '../components/format-age.ts'
import { createPicture } from '../components/picture.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { createIcon, setIcon } from '../components/drawn-icon.ts'
import { kindMessages } from './messages.ts'
import css from './row-painter.css?inline'
import type { ShownRow } from './shown-rows.ts'
import { texts } from './texts.ts'

addSheet(css)

export interface RowPainter {
  /** `row`: undefined while it loads. `getNow`: returns milliseconds since 1970; called only for pending rows. */
  paint(row: ShownRow | undefined, getNow: () => number): void
  stop(): void
}

/** @param button an empty element, to be filled with the row */
export function createRowPainter(button: HTMLElement, locale: string): RowPainter {
  const mark = create('span', 'mark')
  const badge = createIcon('spark', 18)
  badge.classList.add('badge')
  const title = create('bdi', 'row-title')
  const amount = create('bdi', 'row-title end')
  amount.dir = 'auto'
  const name = create('bdi', 'row-detail name')
  const date = create('span', 'row-detail date')
  const about = create('span', 'about', name, date)
  const second = create('bdi', 'row-detail end')
  button.replaceChildren(
    mark,
    badge,
    create('span', 'upper', title, amount),
    create('span', 'lower', about, second),
  )
  const picture = createPicture(mark)

  function wait(): void {
    setClass(button, 'row entry waiting')
    setClass(mark, 'mark round')
    picture.clear()
    for (const text of [title, name, date, amount, second]) setText(text, '')
    for (const titled of [name, amount]) setTitle(titled, '')
  }

  return {
    paint(row, getNow) {
      if (!row) return wait()
      const { kind, status, amounts, party, nft } = row
      const label = kindMessages[kind]
      const [first] = amounts
      const isIn = first?.direction === 'in'
      const isPending = status === 'pending'
      setClass(button, `row entry ${status}`)
      setClass(mark, nft ? 'mark square' : 'mark round')
      picture.show(first?.text.split('\u00a0').at(-1) ?? party?.name ?? label.confirmed, row.iconUrl)
      badge.classList.toggle('incoming', isIn && status === 'confirmed')
      const isDoubtful = isInDoubt(row.sent)
      setIcon(badge, status === 'failed' ? 'close' : isDoubtful ? 'warn' : label.icon)

      const who = row.future ? '' : getParty(row)
      const when = getDate(row, { isAlone: !who, locale, getNow })
      setText(title, getTitle(row))
      setTitle(name, party?.name ?? '')
      setText(name, who)
      setText(date, when)
      setClass(about, isAddress(party?.name) ? 'about address' : 'about')

      setClass(amount, isIn ? 'row-title end incoming' : 'row-title end')
      setText(amount, first?.text ?? '')
      setTitle(amount, first?.full ?? first?.text ?? '')
      setClass(second, isPending || isDoubtful ? 'row-detail end wait' : 'row-detail end')
      setText(second, first ? getSecond(row) : '')
    },
    stop: picture.clear,
  }
}

/**
 * The title, such as "Sending to" with the receiver's name. A receiver's address is in the lower line, which has more
 * room.
 */
function getTitle(row: ShownRow): string {
  const { sent } = row
  if (hasText(sent) && !isBelow(sent)) return texts.sent[sent]
  const label = (row.isRevocation ? texts.revoked : kindMessages[row.kind])[row.status]
  if (!isInTitle(row)) return label
  const { kind, name } = row.party!
  return t(texts.withParty[kind], { what: label, name })
}

function hasText(sent: ShownRow['sent']): sent is keyof typeof texts.sent {
  return sent !== undefined && Object.hasOwn(texts.sent, sent)
}

/** Whether the lower line shows the payment's status. If so, the title shows the kind of the payment instead. */
function isBelow(sent: ShownRow['sent']): sent is 'dropped' | 'cosigning' | 'queued' {
  return sent === 'dropped' || sent === 'cosigning' || sent === 'queued'
}

function isInDoubt(sent: ShownRow['sent']): boolean {
  return sent === 'unknown' || sent === 'lost' || isMined(sent)
}

function isMined(sent: ShownRow['sent']): boolean {
  return sent === 'mismatched' || sent === 'uncompared'
}

function isInTitle({ status, party }: ShownRow): boolean {
  return status === 'pending' && party !== undefined && party.kind !== 'on' && !isAddress(party.name)
}

/** The other party. An address has no "from" or "to", so that it fits beside the date: the title says the direction. */
function getParty(row: ShownRow): string {
  if (!row.party || isInTitle(row)) return ''
  const { name } = row.party
  return isAddress(name) ? shortName(name) : formatParty(row.party)
}

function formatParty({ kind, name }: NonNullable<ShownRow['party']>): string {
  return t(texts.parties[kind], { name })
}

/**
 * The text below the amount: a note on a pending or unusual payment, else the second amount, else the value of the
 * first amount.
 */
function getSecond({ status, amounts, nft, sent }: ShownRow): string {
  if (isBelow(sent)) return texts.sent[sent]
  if (isInDoubt(sent)) return isMined(sent) ? texts.lookInExplorer : texts.lookInWallet
  if (status === 'pending') return texts.notYetConfirmed
  return amounts[1]?.text ?? amounts[0]?.value ?? (nft ? texts.nft : '')
}

interface DateOptions {
  /** Whether the row shows no party, so that the date begins the line. */
  isAlone: boolean
  locale: string
  getNow(): number
}

function getDate({ date = '', status, minedAt, future }: ShownRow, options: DateOptions): string {
  if (future) return texts.ahead
  if (status !== 'pending' || minedAt === undefined) return date
  const messages = options.isAlone ? texts.submitted : texts.ago
  return formatAge(messages, minedAt, options.getNow(), options.locale)
}

/** Whether a party's name is an address, complete or shortened by the worker. */
function isAddress(name = ''): boolean {
  return name.startsWith('0x')
}

function shortName(name: string): string {
  return isEvmAddress(name) ? shortAddress(name) : name
}

function create(tag: string, className: string, ...children: Element[]): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

// These functions write only changed values: each write would cost a layout.

function setText(element: Element, text: string): void {
  const node = element.firstChild as Text | null
  if (!node) element.textContent = text
  else if (node.data !== text) node.data = text
}

function setClass(element: Element, name: string): void {
  if (element.className !== name) element.className = name
}

function setTitle(element: HTMLElement, title: string): void {
  if (element.title !== title) element.title = title
}
