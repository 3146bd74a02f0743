/** The picture of a token, with the picture of its network at its edge. */
import type { Network } from '../../src/core/chains/networks.ts'
import { Mark } from './mark.tsx'

interface MarkOnProps {
  /**
   * Name of the token. If there is no picture, the first letter of the name is shown, in a colour that depends on the
   * name.
   */
  name: string
  url: string | undefined
  /** px */
  size: number
  on: Pick<Network, 'name' | 'imageUrl'>
  /** Tooltip with the network's name, if no visible text has the name. */
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
