/** A wallet has a question open. A person answers there, in their own time: nothing here gives up for them. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { readClock } from '../clock.ts'
import { Button } from '../components/button.tsx'

/** After this long it is said that the wallet still waits. */
const LONG = 30_000

interface WaitingProps {
  /** Of the wallet. */
  name: string
  /** Milliseconds since 1970; undefined until it was asked. */
  startedAt: number | undefined
  /** What is waited for, as a picture. */
  picture: ReactNode
  /** What to look at in the wallet. */
  text: ReactNode
  onCancel(): void
}

export function Waiting({ name, startedAt, picture, text, onCancel }: WaitingProps) {
  useSignals()
  const elapsed = startedAt === undefined ? 0 : Math.max(0, readClock() - startedAt)
  const isLong = elapsed >= LONG
  return (
    <div className="bd center">
      {picture}
      <div role="status">
        <h3 className="h1">
          {isLong ? 'Still waiting for' : 'Approve in'} <bdi>{name}</bdi>
        </h3>
        <p className="lede">{isLong ? 'Open it or cancel.' : text}</p>
      </div>
      <p className="elapsed">{`Waiting for ${formatElapsed(elapsed)}`}</p>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}

function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
