/** A grid of wallets that renders only the rows in view. The arrow keys move the focus in it. */
import { type Signal, signal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isInstalled } from '../../src/connections/match-installed-wallets.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import type { Slot } from '../lists/row-window.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { WindowList } from '../lists/window-list.tsx'
import { chooseListed } from '../connect/choose-listed.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { watchSize } from '../base/watch-size.ts'
import { texts } from './texts.ts'

/** ROW: height of a row. NARROW: a narrower grid has three columns instead of four. px */
const ROW = 94
const NARROW = 352

interface WalletGridProps {
  wallets: readonly Wallet[]
  /** Shown after the last row. */
  foot: ReactNode
  /** @param left number of wallets below the view */
  onView(left: number): void
}

export function WalletGrid({ wallets, foot, onView }: WalletGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(4)
  /** The column in which the focus stays while the up and down keys move it. */
  const [column] = useState(() => signal(0))
  useEffect(
    () => watchSize(box.current!, ({ contentRect }) => setColumns(contentRect.width < NARROW ? 3 : 4)),
    [],
  )
  const rows = Math.ceil(wallets.length / columns)
  const sections = useMemo(() => [{ head: 0, rows }], [rows])
  const renderRow = useCallback(
    (slot: Slot) => <TileRow slot={slot} wallets={wallets} columns={columns} column={column} />,
    [wallets, columns, column],
  )
  const { length } = wallets
  const onRange = useCallback(
    (_: number, to: number) => onView(length - to * columns),
    [onView, length, columns],
  )
  return (
    <div className="wallet-grid" ref={box} data-columns={columns}>
      <WindowList
        label={texts.title}
        sections={sections}
        rowHeight={ROW}
        renderRow={renderRow}
        onView={onRange}
        foot={foot}
      />
    </div>
  )
}

interface TileRowProps {
  slot: Slot
  wallets: readonly Wallet[]
  columns: number
  column: Signal<number>
}

function TileRow({ slot, wallets, columns, column }: TileRowProps) {
  useSignals()
  const first = slot.index.value * columns
  const row = wallets.slice(first, first + columns)
  const stop = Math.min(column.value, row.length - 1)

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const tile = event.currentTarget
    const isRtl = getComputedStyle(tile).direction === 'rtl'
    const [before, after] = isRtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const next =
      event.key === after ? tile.nextElementSibling : event.key === before && tile.previousElementSibling
    if (next) (next as HTMLElement).focus()
  }

  return row.map((wallet, index) => (
    <Tile
      key={index}
      wallet={wallet}
      tabIndex={index === stop ? slot.tabIndex.value : -1}
      setTarget={index === stop ? slot.setTarget : undefined}
      onFocus={() => (column.value = index)}
      onKeyDown={onKeyDown}
    />
  ))
}

interface TileProps {
  wallet: Wallet
  tabIndex: 0 | -1
  setTarget: Slot['setTarget'] | undefined
  onFocus(): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
}

function Tile({ wallet, tabIndex, setTarget, onFocus, onKeyDown }: TileProps) {
  useSignals()
  const shell = useShell()
  // `installed` is absent in wallets that the page names, and in older lists.
  const { name, image_url: url, installed: isHere = isInstalled(wallet, shell.connectors.value) } = wallet
  return (
    <button
      type="button"
      className="wallet-tile"
      part="wallet"
      ref={setTarget}
      tabIndex={tabIndex}
      title={name}
      aria-label={isHere ? t(texts.isInstalled, { wallet: name }) : undefined}
      disabled={!shell.accepted.value}
      onClick={() => chooseListed(shell, wallet)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <span className="tile-mark">
        <Mark name={name} url={url} size={48} shape="square" />
        {isHere && (
          <i>
            <Icon name="check" size={12} />
          </i>
        )}
      </span>
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
