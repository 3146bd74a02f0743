/**
 * Writes one row of activity after the other into the same elements. While a list is scrolled fast, each frame shows
 * twelve other rows; React would need the time of the whole frame to find out which texts differ.
 */
import type { ActivityRow } from '../../src/core/activity.ts'
import { isEvmAddress, shortAddress } from '../../src/core/address.ts'
import { formatAge } from '../../src/core/time.ts'
import { createIcon, setIcon } from '../components/icon.tsx'
import { createPicture } from '../components/picture.ts'
import { kindMessages } from './messages.ts'

export interface RowPainter {
  /** `row`: undefined while it is on its way. `getNow` is asked only for what is pending: ms since 1970. */
  paint(row: ActivityRow | undefined, getNow: () => number): void
  stop(): void
}

/** Fills an empty button. */
export function createRowPainter(button: HTMLElement, locale: string): RowPainter {
  const mark = create('span', 'mk')
  const icon = createIcon('spark', 12)
  const badge = create('span', 'bdg', icon)
  const sign = create('span', 'tm', mark, badge)
  const title = create('bdi', 'a')
  const name = create('bdi', '')
  const date = create('span', '')
  const by = create('span', 'b by', name, date)
  const amount = create('bdi', 'a')
  const second = create('bdi', 'b')
  const end = create('span', 'e', amount, second)
  amount.dir = 'auto'
  button.replaceChildren(sign, create('span', 'tx', title, by), end)
  const picture = createPicture(mark)

  function wait(): void {
    setClass(button, 'rw asset waiting')
    setClass(sign, 'tm')
    setClass(mark, 'mk round')
    picture.clear()
    for (const text of [title, name, date, amount, second]) setText(text, '')
    for (const titled of [by, amount]) setTitle(titled, '')
    end.hidden = false
  }

  return {
    paint(row, getNow) {
      if (!row) return wait()
      setClass(button, 'rw asset')
      const { kind, status, amounts, party, nft } = row
      const words = kindMessages[kind]
      const [first, other] = amounts
      const isIn = first?.direction === 'in'
      const isPending = status === 'pending'
      setClass(sign, `tm ${status}`)
      setClass(mark, nft ? 'mk square' : 'mk round')
      picture.show(first?.text.split('\u00a0').at(-1) ?? party?.name ?? words.confirmed, row.iconUrl)
      setClass(badge, isIn && status === 'confirmed' ? 'bdg in' : 'bdg')
      setIcon(icon, status === 'failed' ? 'close' : words.icon)

      const who = row.future ? '' : getParty(row)
      const when = getDate(row, { isAlone: !who, locale, getNow })
      setText(title, getTitle(row))
      setTitle(by, party?.name ?? '')
      setText(name, who)
      setText(date, who && when ? `\u00a0· ${when}` : when)

      end.hidden = !first
      setClass(end, `e ${status}`)
      setClass(amount, isIn ? 'a in' : 'a')
      setText(amount, first?.text ?? '')
      setTitle(amount, first?.full ?? first?.text ?? '')
      setClass(second, isPending ? 'b wait' : 'b')
      setText(second, isPending ? 'Not yet confirmed' : (other?.text ?? first?.value ?? (nft ? 'NFT' : '')))
    },
    stop: picture.clear,
  }
}

/** A name fits behind "Sending to"; an address, which must not be cut once more, stands below. */
function getTitle({ kind, status, party }: ActivityRow): string {
  const words = kindMessages[kind][status]
  const isNamed = status === 'pending' && party && !isAddress(party.name)
  return isNamed ? `${words} ${party.kind} ${party.name}` : words
}

/** The title says already that money came or went: an address stands alone, so that it fits beside the date. */
function getParty({ status, party }: ActivityRow): string {
  if (!party) return ''
  const { kind, name } = party
  if (isAddress(name)) return shortName(name)
  return status === 'pending' ? '' : `${kind} ${name}`
}

interface DateOptions {
  /** Nobody is named before it. */
  isAlone: boolean
  locale: string
  getNow(): number
}

function getDate({ date = '', status, minedAt, future }: ActivityRow, options: DateOptions): string {
  if (future) return 'Ahead of this device’s clock'
  if (status !== 'pending' || minedAt === undefined) return date
  const age = formatAge(minedAt, options.getNow(), options)
  return options.isAlone ? `Submitted ${age}` : age
}

/** In whole, or as the worker shortened it. */
function isAddress(name: string): boolean {
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

// What is the same already is not written again: the browser would lay it out anew.

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
