/** A list to choose one item from, with a search field. A choice leads back to the previous view. */
import { type ReactNode, useRef, useState } from 'react'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { ActionTiles } from '../components/action-tiles.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { SearchField } from '../components/search-field.tsx'
import css from './buy.css?inline'
import { texts } from './texts.ts'

addSheet(css)

interface Item {
  key: string
  name: string
  detail: string
  /** Text that the search also finds, besides the name and detail. */
  more?: string
  mark: ReactNode
  isChosen: boolean
  choose(): void
}

/** A list with more items than this has a search field. */
const FEW = 5

export function ChoiceList({
  label,
  search,
  items,
}: {
  label: string
  search: string
  items: readonly Item[]
}) {
  const { router } = useShell()
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const found = items.filter((item) => fits(item, query))
  function clear(): void {
    setQuery('')
    input.current?.focus()
  }
  return (
    <>
      {items.length > FEW && (
        <SearchField
          input={input}
          words={query}
          label={search}
          found={t(texts.found, { n: found.length })}
          onChange={setQuery}
          onClear={clear}
        />
      )}
      {found.length === 0 ? (
        <Notice title={texts.nothingFound} text={t(texts.nothingFoundText, { words: query.trim() })}>
          <ActionTiles
            tiles={[
              { icon: 'search', words: texts.showAll, go: clear },
              { icon: 'back', words: texts.keep, go: router.goBack },
            ]}
          />
        </Notice>
      ) : (
        <div className="list buy-choices" role="list" aria-label={label}>
          {found.map(({ key, name, detail, mark, isChosen, choose }) => (
            <div key={key} role="listitem">
              <button
                type="button"
                className="row"
                part="row"
                aria-current={isChosen || undefined}
                onClick={() => {
                  choose()
                  router.goBack()
                }}
              >
                {mark}
                <span className="row-text">
                  <bdi className="row-title">{name}</bdi>
                  <bdi className="row-detail">{detail}</bdi>
                </span>
                {isChosen && <Icon name="check" />}
              </button>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** Whether an item matches every word of the search text, in any order, such as “usdc base”. */
function fits({ name, detail, more = '' }: Item, query: string): boolean {
  const text = `${name} ${detail} ${more}`.toLowerCase()
  return query
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
