/** Placeholders for rows that are loading, at their final positions. Shown for at most 15 s (`useOverdue`). */
import { addSheet } from '../base/sheets.ts'
import css from './skeleton.css?inline'

addSheet(css)

/** A placeholder. Its container decides its size. */
export function Skeleton() {
  return <i className="skeleton" />
}

/** Placeholders for wallet rows: a square picture and a name. */
export function SkeletonWallets({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className="row skeleton-row" aria-hidden="true">
      <i className="skeleton square" />
      <i className="skeleton name" />
    </div>
  ))
}
