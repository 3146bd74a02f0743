/** A list that does not scroll by itself, but with the page. It has a few rows at first, and a button to add more. */
import { useEffect, useRef, useState } from 'react'
import { FIRST_ROWS } from '../../src/portfolio/last-shown.ts'
import { Button } from '../components/button.tsx'
import type { WindowListProps } from '../lists/window-list.tsx'
import { getPlainSlot, MORE_ROWS } from './plain-slot.ts'
import { texts } from './texts.ts'
import { addSheet } from '../base/sheets.ts'
import css from './page-list.css?inline'

addSheet(css)

export function PageList(props: WindowListProps) {
  const { label, sections, renderHead, renderRow, open, jump, foot, onView } = props
  const [limit, setLimit] = useState(FIRST_ROWS)
  const total = count(sections)
  const shown = Math.min(limit, total)
  useEffect(() => onView(0, shown, 1), [onView, shown])
  const list = useRef<HTMLDivElement>(null)
  const [made, setMade] = useState(jump)
  if (jump && jump !== made) {
    setMade(jump)
    setLimit(Math.max(limit, count(sections.slice(0, jump.section)) + MORE_ROWS))
  }
  useEffect(() => {
    if (made) list.current?.querySelector(`[data-section="${made.section}"]`)?.scrollIntoView()
  }, [made])
  return (
    <div className="page-list" ref={list}>
      {sections.map(({ head, rows }, section) => {
        const first = count(sections.slice(0, section))
        if (rows === 0 || first >= shown) return null
        return (
          <div key={section} data-section={section}>
            {head > 0 && renderHead?.(section)}
            <div role="list" aria-label={label}>
              {Array.from({ length: Math.min(rows, shown - first) }, (_, at) => (
                <div
                  key={first + at}
                  role="listitem"
                  className={open?.index === first + at ? 'slot opened' : 'slot'}
                >
                  {renderRow(getPlainSlot(first + at))}
                </div>
              ))}
            </div>
          </div>
        )
      })}
      {shown < total ? (
        <div className="page-list-more">
          <Button onClick={() => setLimit(limit + MORE_ROWS)}>{texts.showOlder}</Button>
        </div>
      ) : (
        foot
      )}
    </div>
  )
}

function count(sections: WindowListProps['sections']): number {
  return sections.reduce((sum, { rows }) => sum + rows, 0)
}
