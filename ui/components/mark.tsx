/** The picture of a wallet, token, network or site. Shows the first letter of the name until the picture has loaded. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPicture, type Picture } from './picture.ts'
import { addSheet } from '../base/sheets.ts'
import css from './mark.css?inline'

addSheet(css)

interface MarkProps {
  /** Name of the wallet, token, network or site. Decides the letter and its colour. */
  name: string
  url: string | undefined
  /** px */
  size: number
  shape: 'square' | 'round'
}

export function Mark({ name, url, size, shape }: MarkProps) {
  const box = useRef<HTMLSpanElement>(null)
  const picture = useRef<Picture>(undefined)
  useLayoutEffect(() => {
    picture.current ??= createPicture(box.current!)
    picture.current.show(name, url)
  }, [name, url])
  useEffect(() => () => picture.current?.clear(), [])
  return (
    <span
      ref={box}
      className={`mark ${shape}`}
      style={{ width: size, height: size, fontSize: size * 0.44 }}
    />
  )
}
