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
  /** `getNow` is asked only for what is pending: milliseconds since 1970. */
  paint(row: ActivityRow, getNow: () => number): void
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

  return {
    paint(row, getNow) {
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

      const when = getDate(row, locale, getNow)
      const who = party && !isPending && !row.future ? sayParty(party) : ''
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
    stop: picture.stop,
  }
}

function getTitle({ kind, status, party }: ActivityRow): string {
  const words = kindMessages[kind][status]
  return status === 'pending' && party ? `${words} ${party.kind} ${shortName(party.name)}` : words
}

function getDate(row: ActivityRow, locale: string, getNow: () => number): string {
  const { date = '', status, minedAt, future } = row
  if (future) return 'Ahead of this device’s clock'
  if (status !== 'pending' || minedAt === undefined) return date
  return `Submitted ${formatAge(minedAt, getNow(), { locale })}`
}

/** The title says already that money came or went: an address stands alone, so that it fits beside the date. */
function sayParty({ kind, name }: NonNullable<ActivityRow['party']>): string {
  const short = shortName(name)
  return short.startsWith('0x') ? short : `${kind} ${short}`
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
