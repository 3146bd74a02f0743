/** Placeholders for rows of a list that are loading, at their final positions. */
import { addSheet } from '../base/sheets.ts'
import listCss from './list.css?inline'
import css from '../components/skeleton.css?inline'

addSheet(listCss)
addSheet(css)

export function SkeletonRow() {
  return (
    <div className="row asset skeleton-row" aria-hidden="true">
      <i className="skeleton disc" />
      <i className="skeleton" />
      <i className="skeleton end" />
    </div>
  )
}

export function SkeletonRows({
  count,
  words,
}: {
  count: number
  /** Accessible name of the placeholder. */ words: string
}) {
  return (
    <div className="scroll skeletons" role="status" aria-label={words}>
      {Array.from({ length: count }, (_, index) => (
        <SkeletonRow key={index} />
      ))}
    </div>
  )
}
