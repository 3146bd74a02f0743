/** The top of the card: the title, with buttons for Back, help and Close. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { IconButton } from '../components/button.tsx'
import { useShell } from '../base/shell-context.ts'
import { frameTexts } from './frame-texts.ts'
import type { HeaderProps, ViewDefinition } from '../base/view.ts'
import { addSheet } from '../base/sheets.ts'
import css from './header.css?inline'

addSheet(css)

interface Props {
  /** Undefined until the view's code is loaded. */
  view: ViewDefinition | undefined
  /** Whether the view's code could not be loaded. */
  isMissing?: boolean
  titleId: string
  onBack(): void
  onClose(): void
}

export function Header({ view, isMissing, titleId, onBack, onClose }: Props) {
  useSignals()
  const shell = useShell()
  const { data } = shell.router.current.value
  const canGoBack = shell.router.history.value.length > 1
  const title = view?.title(shell, data as never) ?? (isMissing ? frameTexts.notShown : '')
  const { Header: Own, Mark, Detail, help } = view ?? {}
  return (
    <div className={`header${view?.isTall ? ' tall' : ''}${canGoBack ? ' sub' : ''}`} part="header">
      {canGoBack && <IconButton icon="back" label={frameTexts.back} onClick={onBack} />}
      {Own ? (
        <Own title={title} titleId={titleId} />
      ) : (
        <>
          {Mark && !canGoBack && <Mark />}
          <div className="titles">
            <Title title={title} titleId={titleId} />
            {Detail && <Detail />}
          </div>
        </>
      )}
      {help && (
        <IconButton icon="help" label={help.question()} onClick={() => shell.router.push(help.view)} />
      )}
      <IconButton icon="close" label={frameTexts.close} onClick={onClose} />
    </div>
  )
}

/** Moves the old title out upwards while the new title comes in. */
function Title({ title, titleId }: HeaderProps) {
  const [texts, setTexts] = useState<{ now: string; old?: string }>({ now: title })
  if (texts.now !== title) setTexts({ now: title, old: texts.now })
  return (
    <div className="title">
      {texts.old !== undefined && (
        <span
          key={texts.old}
          className="old"
          aria-hidden="true"
          onAnimationEnd={() => setTexts({ now: title })}
        >
          {texts.old}
        </span>
      )}
      <h2 id={titleId} key={title} className={texts.old === undefined ? undefined : 'new'} title={title}>
        {/* The heading always has a text, since it names the dialog. */}
        {title ? <bdi>{title}</bdi> : <span className="unseen">{frameTexts.loading}</span>}
      </h2>
    </div>
  )
}
