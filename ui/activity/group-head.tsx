/**
 * The heading of a group of rows, for the eyes only. In the document, all headings stand before the first row, so
 * screen readers skip the headings and read the date of each row instead.
 */
import { useState } from 'react'
import { formatMonth } from '../../src/core/text/time.ts'
import { useViewer } from '../base/shell-context.ts'
import type { ShownGroup } from './shown-rows.ts'
import { texts } from './texts.ts'

export function GroupHead({ group }: { group: ShownGroup | undefined }) {
  const { locale = navigator.language } = useViewer()
  const [thisYear] = useState(() => new Date().getFullYear())
  if (!group) return null
  return (
    <div className="group-title" aria-hidden="true">
      {getTitle(group, thisYear, locale)}
    </div>
  )
}

export function getTitle(group: ShownGroup, thisYear: number, locale: string): string {
  if (group.kind === 'pending') return texts.pending
  if (group.kind === 'recent') return texts.recent
  if (group.kind === 'unknown') return texts.unknownDate
  return formatMonth(group.year, group.month, group.year !== thisYear, locale)
}
