/** The picture of a token, and on its edge that of the network on which it is. */
import type { Network } from '../../src/core/chains/networks.ts'
import { Mark } from './mark.tsx'

interface MarkOnProps {
  /** Of the token: gives the letter and its hue. */
  name: string
  url: string | undefined
  /** px */
  size: number
  on: Pick<Network, 'name' | 'imageUrl'>
  /** Says the network where no text does. */
  title?: string
}

export function MarkOn({ name, url, size, on, title }: MarkOnProps) {
  return (
    <span className="mark-on" title={title}>
      <Mark name={name} url={url} size={size} shape="round" />
      <Mark name={on.name} url={on.imageUrl} size={Math.round(size * 0.45)} shape="round" />
    </span>
  )
}
