/** The picture of a token, with the picture of its network on the edge. */
import type { Network } from '../../src/core/chains/networks.ts'
import { Mark } from './mark.tsx'

interface MarkOnProps {
  /** Name of the token: gives the letter and its hue. */
  name: string
  url: string | undefined
  /** px */
  size: number
  on: Pick<Network, 'name' | 'imageUrl'>
  /** Tooltip with the network's name, where no visible text gives it. */
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
