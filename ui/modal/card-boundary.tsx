/** Catches an error of rendering, so that only the card fails. The card then shows a button to the home view. */
import { Component, type ReactNode, useEffect, useRef } from 'react'
import type { Shell } from '../../src/shell/shell.ts'
import { Button, IconButton } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { frameTexts } from './frame-texts.ts'

interface Props {
  shell: Shell
  titleId: string
  children: ReactNode
}

export class CardBoundary extends Component<Props, { failed: boolean }> {
  static getDerivedStateFromError = () => ({ failed: true })
  override state = { failed: false }
  #stop = () => {}

  /** Render again when the route changes, since the next view may work. */
  override componentDidCatch(): void {
    const { current } = this.props.shell.router
    const failed = current.peek()
    this.#stop()
    this.#stop = current.subscribe((route) => {
      if (route !== failed) this.setState({ failed: false })
    })
  }

  override componentWillUnmount(): void {
    this.#stop()
  }

  override render(): ReactNode {
    const { shell, titleId, children } = this.props
    return this.state.failed ? <Fallback shell={shell} titleId={titleId} /> : children
  }
}

function Fallback({ shell, titleId }: Omit<Props, 'children'>) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={card} className="card" part="card" role="group" aria-labelledby={titleId} tabIndex={-1}>
      <div className="header" part="header">
        <div className="titles">
          <div className="title">
            <h2 id={titleId}>{frameTexts.notShown}</h2>
          </div>
        </div>
        <IconButton icon="close" label={frameTexts.close} onClick={shell.close} />
      </div>
      <div className="view body" role="alert">
        <Notice title={frameTexts.wentWrong} text={frameTexts.notAffected}>
          <Button small icon="refresh" onClick={shell.router.goHome}>
            {frameTexts.tryAgain}
          </Button>
        </Notice>
      </div>
    </div>
  )
}
