/**
 * The picture of a wallet, token, network or site; its first letter while there is none. A picture that fails or
 * takes longer than 2 s leaves the letter (and may still take its place later).
 */
import { useEffect, useState } from 'react'

interface MarkProps {
  /** Whose picture it is: gives the letter and its hue. */
  name: string
  url: string | undefined
  /** px */
  size: number
  shape: 'square' | 'round' | 'tile'
}

const PATIENCE = 2_000

export function Mark({ name, url, size, shape }: MarkProps) {
  return (
    <span className={`mk ${shape}`} style={{ width: size, height: size, fontSize: size * 0.44 }}>
      {url === undefined ? <Letter name={name} /> : <Picture key={url} name={name} url={url} size={size} />}
    </span>
  )
}

function Picture({ name, url, size }: { name: string; url: string; size: number }) {
  const [state, setState] = useState<'loading' | 'late' | 'loaded' | 'failed'>('loading')
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  if (state === 'failed') return <Letter name={name} />
  return (
    <>
      {state === 'late' && <Letter name={name} />}
      <img
        src={url}
        width={size}
        height={size}
        alt=""
        referrerPolicy="no-referrer"
        decoding="async"
        draggable={false}
        hidden={state === 'late'}
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
      />
    </>
  )
}

function Letter({ name }: { name: string }) {
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? '?'
  return (
    <b aria-hidden="true" style={{ background: `oklch(.5 .06 ${hueOf(name)})` }}>
      {letter}
    </b>
  )
}

function hueOf(name: string): number {
  let hue = 0
  for (const character of name) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360
  return hue
}
