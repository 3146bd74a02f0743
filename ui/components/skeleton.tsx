/** Placeholders for rows that are loading, in their final places. Never shown for more than 15 s (`useOverdue`). */
import { addSheet } from '../base/sheets.ts'
import css from './skeleton.css?inline'

addSheet(css)

/** A placeholder; its container sets the size. */
export function Skeleton() {
  return <i className="skeleton" />
}

/** A placeholder for a wallet row: a square mark and a name. */
export function SkeletonWallets({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className="row skeleton-row" aria-hidden="true">
      <i className="skeleton square" />
      <i className="skeleton name" />
    </div>
  ))
}
