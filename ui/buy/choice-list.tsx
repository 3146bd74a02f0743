/** A list of which one is chosen; choosing goes back. */
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { useShell } from '../base/shell-context.ts'

interface Item {
  key: string
  name: string
  detail: string
  isChosen: boolean
  choose(): void
}

export function ChoiceList({ label, items }: { label: string; items: readonly Item[] }) {
  const { router } = useShell()
  return (
    <div className="list" role="list" aria-label={label}>
      {items.map(({ key, name, detail, isChosen, choose }) => (
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
            <Mark name={detail} url={undefined} size={36} shape="round" />
            <span className="row-text">
              <bdi className="row-title">{name}</bdi>
              <bdi className="row-detail">{detail}</bdi>
            </span>
            {isChosen && <Icon name="check" />}
          </button>
        </div>
      ))}
    </div>
  )
}
