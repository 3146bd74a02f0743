/** Copies a text. The button itself confirms the copy, since a message would cover a part of the modal. */
import { useEffect, useState } from 'react'
import { copyText } from '../base/copy.ts'
import { useViewer } from '../base/shell-context.ts'
import { Icon } from './icon.tsx'
import { texts } from './texts.ts'

/** How long the button shows the confirmation. Milliseconds. */
const SHOWN = 2_000

interface CopyButtonProps {
  /** Absent if there is no text to copy yet. */
  text: string | undefined
  what: keyof typeof texts.copy
  kind?: 'quiet' | 'secondary'
  /** Shown beside the icon; absent: only the icon is shown. */
  label?: string
}

export function CopyButton({ text, what, kind = 'quiet', label }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(what)
  const { label: name, done } = texts.copy[what]
  return (
    <>
      <button
        type="button"
        part={label ? `button ${kind}` : 'icon-button'}
        className={`${label ? `button ${kind}` : 'icon-button small'}${isCopied ? ' copied' : ''}`}
        {...(label ? {} : { 'aria-label': name, title: isCopied ? done : name })}
        disabled={text === undefined}
        onClick={(event) => void copy(text!, event.currentTarget)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={kind === 'quiet' ? 18 : 20} />
        {label && (isCopied ? texts.copied : label)}
      </button>
      <span className="unseen" role="status">
        {isCopied && done}
      </span>
    </>
  )
}

interface Copy {
  /** Whether the text was copied a moment ago. */
  isCopied: boolean
  /** @param near an element of the dialog, such as the button */
  copy(text: string, near: Element): Promise<void>
}

export function useCopy(what: keyof typeof texts.copy): Copy {
  const { snacks } = useViewer()
  /** Each copy sets a new object, which restarts the timer. */
  const [copied, setCopied] = useState<object>()
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(undefined), SHOWN)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy(text: string, near: Element): Promise<void> {
    if (await copyText(text, near)) return setCopied({})
    snacks.show({ variant: 'error', message: texts.copy[what].failed, detail: texts.copyForbidden })
  }
  return { isCopied: copied !== undefined, copy }
}
