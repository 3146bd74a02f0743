/** A line that shows and hides details below it. */
import { type ReactNode, useState } from 'react'
import { addSheet } from '../base/sheets.ts'
import css from './disclosure.css?inline'
import type { IconName } from '../../src/base/icon-name.ts'
import { Icon } from './icon.tsx'

addSheet(css)

interface DisclosureProps {
  icon: IconName
  words: string
  isOpenAtFirst?: boolean
  children: ReactNode
}

export function Disclosure({ icon, words, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <>
      <button type="button" className="disclosure" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={icon} size={18} />
        <span>{words}</span>
        <Icon name="down" size={18} />
      </button>
      {isOpen && children}
    </>
  )
}
