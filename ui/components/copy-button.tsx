/** Copies a text and says so. */
import { copyText } from '../copy.ts'
import { useShell } from '../shell-context.ts'
import { Icon } from './icon.tsx'

export function CopyButton({
  text,
  what,
  words,
}: {
  text: string
  /** `Address`: the message is "Address copied". */
  what: string
  /** Shown beside the icon; without them the button is the icon alone. */
  words?: string
}) {
  const { snacks } = useShell()
  const label = `Copy ${what.toLowerCase()}`
  async function copy(near: Element): Promise<void> {
    if (await copyText(text, near)) snacks.show({ variant: 'success', message: `${what} copied` })
    else
      snacks.show({
        variant: 'error',
        message: `${what} was not copied`,
        detail: 'The browser forbids it on this page.',
      })
  }
  return (
    <button
      type="button"
      part={words ? 'button quiet' : 'icon-button'}
      className={words ? 'bt quiet' : 'ib sm'}
      {...(words ? {} : { 'aria-label': label, title: label })}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <Icon name="copy" size={18} />
      {words}
    </button>
  )
}
