/** Copies a text and says so. */
import { copyText } from '../base/copy.ts'
import { useViewer } from '../base/shell-context.ts'
import { Icon } from './icon.tsx'
import { texts } from './texts.ts'

export function CopyButton({
  text,
  what,
  label,
}: {
  text: string
  what: keyof typeof texts.copy
  /** Shown beside the icon; without it the button is the icon alone. */
  label?: string
}) {
  const copy = useCopy(what)
  const { label: name } = texts.copy[what]
  return (
    <button
      type="button"
      part={label ? 'button quiet' : 'icon-button'}
      className={label ? 'button quiet' : 'icon-button small'}
      {...(label ? {} : { 'aria-label': name, title: name })}
      onClick={(event) => void copy(text, event.currentTarget)}
    >
      <Icon name="copy" size={18} />
      {label}
    </button>
  )
}

/** The same for a button of another kind; `near` is the button. */
export function useCopy(what: keyof typeof texts.copy): (text: string, near: Element) => Promise<void> {
  const { snacks } = useViewer()
  const { done, failed } = texts.copy[what]
  return async (text, near) => {
    if (await copyText(text, near)) snacks.show({ variant: 'success', message: done })
    else snacks.show({ variant: 'error', message: failed, detail: texts.copyForbidden })
  }
}
