/** Suggested actions side by side, shown in place of an empty list. */
import { addSheet } from '../base/sheets.ts'
import type { IconName } from '../../src/base/icon-name.ts'
import { Icon } from './icon.tsx'
import css from './action-tiles.css?inline'

addSheet(css)

export interface ActionTile {
  icon: IconName
  words: string
  /** What the action is for, if its label does not say it. */
  detail?: string
  /** Starts the action. `pressed`: the pressed element. */
  go(pressed: HTMLElement): void
}

/** Shows only the first two tiles, since more would be a menu. */
export function ActionTiles({ tiles }: { tiles: readonly ActionTile[] }) {
  return (
    <div className="tiles">
      {tiles.slice(0, 2).map(({ icon, words, detail, go }, index) => (
        <button
          // A constant key keeps the element, and so its focus, when the label changes.
          key={index}
          type="button"
          className="tile"
          part="tile"
          onClick={(event) => go(event.currentTarget)}
        >
          <Icon name={icon} />
          <span className="row-title">{words}</span>
          {detail && <span className="row-detail">{detail}</span>}
        </button>
      ))}
    </div>
  )
}
