/**
 * The picture of a wallet, token, network or site; its first letter while there is none. A picture that fails or
 * takes longer than 2 s leaves the letter (and may still take its place later).
 */
import { useEffect, useRef, useState } from 'react'

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
  const image = useRef<HTMLImageElement>(null)
  const [trouble, setTrouble] = useState<'late' | 'failed' | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (image.current && !image.current.complete) setTrouble('late')
    }, PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  if (trouble === 'failed') return <Letter name={name} />
  return (
    <>
      {trouble === 'late' && <Letter name={name} />}
      <img
        ref={image}
        src={url}
        width={size}
        height={size}
        alt=""
        referrerPolicy="no-referrer"
        decoding="async"
        draggable={false}
        hidden={trouble === 'late'}
        // Most pictures come in time, in a long list many at once: then nothing is drawn again.
        onLoad={trouble && (() => setTrouble(undefined))}
        onError={() => setTrouble('failed')}
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
