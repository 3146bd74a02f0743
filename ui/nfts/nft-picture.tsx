/** The full picture of an NFT, in a frame that reserves its space. */
import { useState } from 'react'
import { Icon } from '../components/icon.tsx'
import { addSheet } from '../base/sheets.ts'
import css from './nft-picture.css?inline'
import { texts } from './texts.ts'

addSheet(css)

interface NftPictureProps {
  name: string
  /** Checked URL of the picture; undefined if there is none. */
  url: string | undefined
  /** Whether the URL itself is still loading. */
  isReading?: boolean
}

export function NftPicture({ name, url, isReading }: NftPictureProps) {
  const [ended, setEnded] = useState<{ url: string; isThere: boolean }>()
  const status = getStatus()

  function getStatus(): 'loading' | 'there' | 'none' {
    if (url === undefined) return isReading ? 'loading' : 'none'
    if (ended?.url !== url) return 'loading'
    return ended.isThere ? 'there' : 'none'
  }

  return (
    <div className={`nft-picture ${status}`}>
      {url !== undefined && status !== 'none' && (
        <img
          src={url}
          alt={name}
          referrerPolicy="no-referrer"
          decoding="async"
          draggable={false}
          onLoad={() => setEnded({ url, isThere: true })}
          onError={() => setEnded({ url, isThere: false })}
        />
      )}
      {status === 'none' && (
        <p>
          <Icon name="eyeOff" />
          {texts.noPicture}
        </p>
      )}
    </div>
  )
}
