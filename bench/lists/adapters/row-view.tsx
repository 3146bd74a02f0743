/** The row of all React lists, with as many elements as a row of Billfold. */
import { memo } from 'react'
import type { Row } from '../list.ts'

/** CSS pixels per row, and number of rows that lists draw above and below the view if they have that setting. */
export const ROW = 60
export const OVERSCAN = 7

export const RowView = memo(function RowView({ index, row }: { index: number; row: Row }) {
  return (
    <button type="button" className={`row ${row.status}`} data-index={index}>
      <span className="mark">{row.title[0]}</span>
      <span className="badge" />
      <span className="line">
        <b>{row.title}</b>
        <b className="amount">{row.amount}</b>
      </span>
      <span className="line">
        <span className="about">
          <span>{row.party}</span> <span>{row.date}</span>
        </span>
        <span>{row.value}</span>
      </span>
    </button>
  )
})
