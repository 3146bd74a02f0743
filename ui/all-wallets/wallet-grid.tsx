/** A grid of wallets, grouped by connection method, that renders only the rows in view. The arrow keys move the focus in it. */
import { type Signal, signal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Mark } from '../components/mark.tsx'
import type { Slot } from '../lists/row-window.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { WindowList } from '../lists/window-list.tsx'
import type { ConnectMethod } from '../connect/choose-listed.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { watchSize } from '../base/watch-size.ts'
import { texts } from './texts.ts'

/** ROW, TITLE: heights of a row and of a group's title. NARROW: a narrower grid has three columns instead of four. px */
const ROW = 94
const TITLE = 38
const NARROW = 352

/** The groups, in the order in which they are shown. The group `undefined` has no title. */
const METHODS: readonly Method[] = ['installed', undefined, 'qr', 'app', 'web', 'download']

export type Method = ConnectMethod | undefined

export interface WalletTile {
  name: string
  url: string | undefined
  method: Method
  open(): void
}

export interface WalletGridProps {
  tiles: readonly WalletTile[]
  /** Shown after the last row. */
  foot: ReactNode
  /** Reports the group at the top of the view, whose title stands above the grid. Must stay the same function. */
  onTop(method: Method): void
  /** @param left number of wallets below the view */
  onView(left: number): void
}

export function WalletGrid({ tiles, foot, onTop, onView }: WalletGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(4)
  /** The column in which the focus stays while the up and down keys move it. */
  const [column] = useState(() => signal(0))
  useEffect(
    () => watchSize(box.current!, ({ contentRect }) => setColumns(contentRect.width < NARROW ? 3 : 4)),
    [],
  )
  const { groups, sections, rows } = useMemo(() => group(tiles, columns), [tiles, columns])
  const renderRow = useCallback(
    (slot: Slot) => <TileRow slot={slot} rows={rows} column={column} />,
    [rows, column],
  )
  const onRange = useCallback(
    (from: number, to: number) => {
      onTop(rows[from]?.[0]?.method)
      onView(rows.slice(to).flat().length)
    },
    [rows, onTop, onView],
  )
  useEffect(() => () => onTop(undefined), [onTop])
  return (
    <div className="wallet-grid" ref={box} data-columns={columns}>
      <WindowList
        label={texts.title}
        sections={sections}
        rowHeight={ROW}
        renderHead={(section) => <GroupTitle method={groups[section]} />}
        renderRow={renderRow}
        onView={onRange}
        foot={foot}
      />
    </div>
  )
}

/** Divides the wallets into groups, and each group into rows. Each group starts a new row. */
function group(tiles: readonly WalletTile[], columns: number) {
  const groups = METHODS.filter((method) => tiles.some((tile) => tile.method === method))
  const rows: WalletTile[][] = []
  const sections = groups.map((method, place) => {
    const own = tiles.filter((tile) => tile.method === method)
    const before = rows.length
    for (let at = 0; at < own.length; at += columns) rows.push(own.slice(at, at + columns))
    return { head: place > 0 && method ? TITLE : 0, rows: rows.length - before }
  })
  return { groups, sections, rows }
}

/** The title of a group. Screen readers skip it, since each tile's name says how the wallet connects. */
export function GroupTitle({ method }: { method: Method }) {
  return (
    <div className="group-title" aria-hidden="true">
      {method && texts.methods[method]}
    </div>
  )
}

interface TileRowProps {
  slot: Slot
  rows: readonly (readonly WalletTile[])[]
  column: Signal<number>
}

function TileRow({ slot, rows, column }: TileRowProps) {
  useSignals()
  const row = rows[slot.index.value] ?? []
  const stop = Math.min(column.value, row.length - 1)

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const tile = event.currentTarget
    const isRtl = getComputedStyle(tile).direction === 'rtl'
    const [before, after] = isRtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const next =
      event.key === after ? tile.nextElementSibling : event.key === before && tile.previousElementSibling
    if (next) (next as HTMLElement).focus()
  }

  return row.map((tile, index) => (
    <Tile
      key={index}
      tile={tile}
      tabIndex={index === stop ? slot.tabIndex.value : -1}
      setTarget={index === stop ? slot.setTarget : undefined}
      onFocus={() => (column.value = index)}
      onKeyDown={onKeyDown}
    />
  ))
}

interface TileProps {
  tile: WalletTile
  tabIndex: 0 | -1
  setTarget: Slot['setTarget'] | undefined
  onFocus(): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
}

function Tile({ tile, tabIndex, setTarget, onFocus, onKeyDown }: TileProps) {
  useSignals()
  const { accepted } = useShell()
  const { name, url, method, open } = tile
  return (
    <button
      type="button"
      className="wallet-tile"
      part="wallet"
      ref={setTarget}
      tabIndex={tabIndex}
      title={name}
      aria-label={method && t(texts.tile, { wallet: name, method: texts.methods[method] })}
      disabled={!accepted.value}
      onClick={open}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <Mark name={name} url={url} size={48} shape="square" />
      <bdi>{name}</bdi>
    </button>
  )
}

/** Placeholders for wallets that are still loading. */
export function ExpectedTiles({ count }: { count: number }) {
  return (
    <div className="wallet-tiles" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="wallet-tile">
          <Skeleton />
          <Skeleton />
        </span>
      ))}
    </div>
  )
}
