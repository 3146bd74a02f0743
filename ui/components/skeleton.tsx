/** Rows that are on their way, in their final places. Nothing of this stays longer than 15 s (`useOverdue`). */
import { addSheet } from '../sheets.ts'
import css from './skeleton.css?inline'

addSheet(css)

/** A part of what is on its way; its place gives it its size. */
export function Skeleton() {
  return <i className="skeleton" />
}

export function SkeletonRow() {
  return (
    <div className="row asset skeleton-row" aria-hidden="true">
      <i className="skeleton disc" />
      <i className="skeleton" />
      <i className="skeleton end" />
    </div>
  )
}

/** Of wallets: a square mark and a name. */
export function SkeletonWallets({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className="row skeleton-row" aria-hidden="true">
      <i className="skeleton square" />
      <i className="skeleton name" />
    </div>
  ))
}

export function SkeletonRows({
  count,
  words,
}: {
  count: number
  /** For those who cannot see it. */ words: string
}) {
  return (
    <div className="scroll" role="status" aria-label={words}>
      {Array.from({ length: count }, (_, index) => (
        <SkeletonRow key={index} />
      ))}
    </div>
  )
}
