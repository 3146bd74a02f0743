/** Rows that are on their way, in their final places. Nothing of this stays longer than 15 s (`useOverdue`). */
import { addSheet } from '../base/sheets.ts'
import css from './skeleton.css?inline'

addSheet(css)

/** A part of what is on its way; its place gives it its size. */
export function Skeleton() {
  return <i className="skeleton" />
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
