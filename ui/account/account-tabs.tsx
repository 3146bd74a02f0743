/** Tabs. Only the selected tab is in the tab order; the arrow keys select another tab. */
import { type KeyboardEvent, useRef } from 'react'
import { addSheet } from '../base/sheets.ts'
import css from './account-tabs.css?inline'

addSheet(css)

interface TabsProps {
  label: string
  tabs: readonly string[]
  selected: number
  /** Id of the panel that the tabs control. */
  panel: string
  onSelect(index: number): void
}

export function Tabs({ label, tabs, selected, panel, onSelect }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent): void {
    const isRtl = list.current ? getComputedStyle(list.current).direction === 'rtl' : false
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const backward = isRtl ? 'ArrowRight' : 'ArrowLeft'
    const last = tabs.length - 1
    const steps: Record<string, number> = {
      [forward]: selected === last ? 0 : selected + 1,
      [backward]: selected === 0 ? last : selected - 1,
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
    ;(list.current?.children[next] as HTMLElement | undefined)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={label} part="tabs" ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab, index) => (
        <button
          key={tab}
          type="button"
          role="tab"
          part="tab"
          id={`${panel}-tab-${index}`}
          aria-selected={index === selected}
          aria-controls={panel}
          tabIndex={index === selected ? 0 : -1}
          data-text={tab}
          onClick={() => onSelect(index)}
        >
          {tab}
        </button>
      ))}
    </div>
  )
}
