/**
 * Shown in place of the picture of an unverified NFT. The picture loads only if a person asks for it, each time that
 * the NFT is opened.
 */
import { useEffect, useRef, useState } from 'react'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { NftRow } from '../../src/core/assets/nfts.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { explainError } from '../base/explain-error.ts'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import css from './held-picture.css?inline'
import { NftPicture } from './nft-picture.tsx'
import { texts } from './texts.ts'

addSheet(css)

interface HeldPictureProps {
  account: PanelProps['account']
  row: NftRow
  /** The server that the request for the picture goes to; undefined if there is none or it is unknown. */
  host: string | undefined
}

type Shown =
  | { status: 'held' | 'loading' }
  | { status: 'shown'; url: string | undefined }
  | { status: 'failed'; error: ErrorRecord }

export function HeldPicture({ account, row, host }: HeldPictureProps) {
  const { call } = useViewer()
  const [shown, setShown] = useState<Shown>({ status: 'held' })
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  async function show(): Promise<void> {
    const { signal } = (controller.current = new AbortController())
    setShown({ status: 'loading' })
    try {
      const { imageUrl } = await call('nft', { account, id: row.id, show: true }, { signal })
      if (!signal.aborted) setShown({ status: 'shown', url: imageUrl })
    } catch (error) {
      if (!signal.aborted) setShown({ status: 'failed', error: toErrorRecord(error) })
    }
  }

  if (shown.status === 'shown') return <NftPicture name={texts.nft} url={shown.url} />
  const isLoading = shown.status === 'loading'
  return (
    <div className="held-picture">
      <span className="sign">
        <Icon name="eyeOff" />
      </span>
      <h3>{texts.notLoaded}</h3>
      <p role="status">
        {shown.status === 'failed' ? (
          explainError(shown.error)
        ) : host === undefined ? (
          texts.notAsked
        ) : (
          <Trans message={texts.tellsHost} host={<bdi dir="ltr">{host}</bdi>} />
        )}
      </p>
      <Button small icon="eye" busy={isLoading} onClick={() => void show()}>
        {isLoading ? texts.loadingPicture : texts.showPicture}
      </Button>
    </div>
  )
}
