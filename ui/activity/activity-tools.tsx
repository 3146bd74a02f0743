/** The tools above the activity: month selection, search with filters, CSV export. */
import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ActivityKind } from '../../src/core/assets/activity.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { isComposing } from '../base/is-composing.ts'
import { addSheet } from '../base/sheets.ts'
import { useViewer } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { Button, IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { SearchField } from '../components/search-field.tsx'
import css from './activity-tools.css?inline'
import { getTitle } from './group-head.tsx'
import { kindMessages } from './messages.ts'
import type { ShownGroup } from './shown-rows.ts'
import { texts } from './texts.ts'
import { type ActivitySearchState, isEnded, type Wish } from './use-activity-search.ts'
import { useCsvFile } from './use-csv-file.ts'

addSheet(css)

interface ActivityToolsProps {
  account: CaipAddress
  search: ActivitySearchState
  groups: readonly ShownGroup[]
  /** Number of rows in the list. */
  total: number
  section: ReadonlySignal<number>
  onJump(section: number): void
}

export function ActivityTools(props: ActivityToolsProps) {
  const { account, search, groups, total, section, onJump } = props
  const { wish, found } = search
  const opener = useRef<HTMLDivElement>(null)
  const months = <MonthSelect groups={groups} section={section} onJump={onJump} />
  const exporter = <CsvButton key="csv" account={account} found={found} total={total} />
  const close = () => {
    search.set(undefined)
    // Wait a frame: React has to render the button first.
    requestAnimationFrame(() => opener.current?.querySelector<HTMLElement>('button:last-child')?.focus())
  }
  if (!wish)
    return (
      <div className="activity-tools" ref={opener}>
        <div className="chips">{months}</div>
        {exporter}
        <IconButton icon="search" label={texts.search} onClick={search.open} />
      </div>
    )
  return (
    <div ref={opener} role="search" aria-label={texts.search}>
      <SearchLine search={search} wish={wish} onClose={close} />
      <div className="activity-tools">
        <div className="chips">
          <Filters search={search} wish={wish} />
          {months}
        </div>
        {exporter}
      </div>
      <span className="unseen" role="status">
        {found && isEnded(found) ? t(texts.found, { n: found.head.total }) : ''}
      </span>
    </div>
  )
}

interface SearchLineProps {
  search: ActivitySearchState
  wish: Wish
  onClose(): void
}

function SearchLine({ search, wish, onClose }: SearchLineProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    // The first Esc clears the field, the second ends the search. Neither Esc may close the modal.
    event.stopPropagation()
    event.preventDefault()
    if (wish.text) search.set({ text: '' })
    else onClose()
  }
  return (
    <div className="search-line" onKeyDown={onKeyDown}>
      <SearchField
        input={input}
        words={wish.text}
        label={texts.searchField}
        found=""
        onChange={(text) => search.set({ text })}
        onClear={() => {
          search.set({ text: '' })
          input.current?.focus()
        }}
      />
      <Button kind="quiet" small onClick={onClose}>
        {texts.cancel}
      </Button>
    </div>
  )
}

function Filters({ search, wish }: Omit<SearchLineProps, 'onClose'>) {
  const { kind, token, direction } = wish
  const kinds = search.choices.kinds
    .map((one) => [one, kindMessages[one].confirmed] as const)
    .sort(([, a], [, b]) => a.localeCompare(b))
  return (
    <>
      <Select
        label={texts.type}
        value={kind}
        onChange={(value) => search.set({ kind: value as ActivityKind | '' })}
      >
        <option value="">{texts.allTypes}</option>
        {withChosen(kinds, kind, (one) => kindMessages[one].confirmed)}
      </Select>
      <Select label={texts.token} value={token} onChange={(value) => search.set({ token: value })}>
        <option value="">{texts.allTokens}</option>
        {withChosen(
          search.choices.tokens.map((one) => [one, one] as const),
          token,
          (one) => one,
        )}
      </Select>
      <Select
        label={texts.direction}
        value={direction}
        onChange={(value) => search.set({ direction: value as Wish['direction'] })}
      >
        <option value="">{texts.inAndOut}</option>
        <option value="in">{texts.directions.in}</option>
        <option value="out">{texts.directions.out}</option>
      </Select>
    </>
  )
}

/** Adds the chosen value to the options if the new search has not found it yet. */
function withChosen<Value extends string>(
  choices: readonly (readonly [Value, string])[],
  chosen: Value | '',
  getWords: (value: Value) => string,
): ReactNode {
  const isThere = chosen === '' || choices.some(([value]) => value === chosen)
  const all = isThere ? choices : [...choices, [chosen, getWords(chosen)] as const]
  return all.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
}

function MonthSelect({ groups, section, onJump }: Pick<ActivityToolsProps, 'groups' | 'section' | 'onJump'>) {
  useSignals()
  const { locale = navigator.language } = useViewer()
  const [thisYear] = useState(() => new Date().getFullYear())
  if (groups.length === 0) return null
  const at = Math.min(section.value, groups.length - 1)
  return (
    <Select label={texts.month} value={String(at)} isPlain onChange={(value) => onJump(Number(value))}>
      {groups.map((group, index) => (
        <option key={getKey(group)} value={index}>
          {getTitle(group, thisYear, locale)}
        </option>
      ))}
    </Select>
  )
}

function getKey(group: ShownGroup): string {
  return group.kind === 'month' ? `${group.year}-${group.month}` : group.kind
}

interface SelectProps {
  label: string
  value: string
  /** Set if the control is not a filter. */
  isPlain?: boolean
  onChange(value: string): void
  children: ReactNode
}

function Select({ label, value, isPlain = false, onChange, children }: SelectProps) {
  return (
    <span className={!isPlain && value !== '' ? 'activity-filter set' : 'activity-filter'}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
      <Icon name="down" size={16} />
    </span>
  )
}

function CsvButton({
  account,
  found,
  total,
}: Pick<ActivityToolsProps, 'account' | 'total'> & Pick<ActivitySearchState, 'found'>) {
  const { percent, write, cancel } = useCsvFile(account, found?.filter)
  if (percent === undefined)
    return <IconButton icon="receive" label={t(texts.export, { n: total })} onClick={write} />
  return (
    <>
      <span className="csv-state" role="progressbar" aria-label={texts.exporting} aria-valuenow={percent}>
        {t(texts.percent, { percent })}
      </span>
      <IconButton icon="close" label={texts.cancelExport} onClick={cancel} />
    </>
  )
}
