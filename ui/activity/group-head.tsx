/** What stands over a group of rows. */
import { useState } from 'react'
import type { ActivityGroup } from '../../src/core/activity.ts'
import { formatMonth } from '../../src/core/time.ts'
import { useShell } from '../shell-context.ts'
import { say } from '../texts.ts'
import { texts } from './texts.ts'

export function GroupHead({ group }: { group: ActivityGroup | undefined }) {
  const { locale = navigator.language } = useShell()
  const [thisYear] = useState(() => new Date().getFullYear())
  if (!group) return null
  return (
    <h3 className="group-title">
      {getTitle(group, thisYear, locale)}
      <span>{say(texts.count, { n: group.count })}</span>
    </h3>
  )
}

function getTitle(group: ActivityGroup, thisYear: number, locale: string): string {
  if (group.kind === 'pending') return texts.pending
  if (group.kind === 'unknown') return texts.unknownDate
  return formatMonth(group.year, group.month, group.year !== thisYear, locale)
}
