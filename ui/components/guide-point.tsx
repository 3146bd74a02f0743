/** One point of a help view: a picture, a title and an explanation. */
import type { ReactNode } from 'react'
import { addSheet } from '../base/sheets.ts'
import css from './point.css?inline'

addSheet(css)

/** Drawings in the style of `icon.tsx`, in this file since only the help views need them. */
const drawings = {
  card: 'M5.25 4.75h9.5a2.5 2.5 0 0 1 2.5 2.5v5.5a2.5 2.5 0 0 1-2.5 2.5h-9.5a2.5 2.5 0 0 1-2.5-2.5v-5.5a2.5 2.5 0 0 1 2.5-2.5M2.75 8.5h14.5M6 12.25h2.5',
  key: 'M3.5 13.25a3.25 3.25 0 1 1 6.5 0 3.25 3.25 0 1 1-6.5 0M9.2 10.8l6.55-6.55m-2.5 2.5 2 2m-4 0 1.25 1.25',
  layers: 'm10 3.5 6.75 3.5L10 10.5 3.25 7zm-6.75 6.75L10 13.75l6.75-3.5m-13.5 3L10 16.75l6.75-3.5',
  lock: 'M6.75 8.75h6.5a2.25 2.25 0 0 1 2.25 2.25v3.25a2.25 2.25 0 0 1-2.25 2.25h-6.5a2.25 2.25 0 0 1-2.25-2.25V11a2.25 2.25 0 0 1 2.25-2.25M7 8.75V6.5a3 3 0 0 1 6 0v2.25',
  pen: 'm4.5 15.5.8-3.2 7.4-7.4a1.7 1.7 0 0 1 2.4 2.4l-7.4 7.4zm6.8-9.2 2.4 2.4',
} as const

interface Props {
  drawing: keyof typeof drawings
  title: string
  children: ReactNode
}

export function GuidePoint({ drawing, title, children }: Props) {
  return (
    <li className="point">
      <span className="point-icon">
        <svg className="icon" width={20} height={20} viewBox="0 0 20 20" aria-hidden="true">
          <path d={drawings[drawing]} />
        </svg>
      </span>
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  )
}
