/** The dialog above the portfolio, with its views. They load no further code, so they also open offline. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Routes } from '../../src/shell/routes.ts'
import type { ViewDefinition } from '../base/view.ts'
import { IconButton } from '../components/button.tsx'
import { view as nft } from '../nfts/nft-view.tsx'
import { getTokenTitle, TokenDetails } from '../portfolio/token-details.tsx'
import { view as unverified } from '../unverified/unverified-view.tsx'
import { AccountsView } from './accounts-view.tsx'
import type { Detail } from './details-router.ts'
import { usePortfolio } from './portfolio-context.ts'
import { ReceiveAt } from './receive-at.tsx'
import { Snack } from './snack.tsx'
import { texts } from './texts.ts'
import { addSheet } from '../base/sheets.ts'
import css from './details.css?inline'

addSheet(css)

export function Details() {
  useSignals()
  const { router } = usePortfolio()
  const detail = router.detail.value
  return detail ? <DetailDialog detail={detail} /> : <Snack />
}

function DetailDialog({ detail }: { detail: Detail }) {
  useSignals()
  const { router } = usePortfolio()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current!
    if (!element.open) element.showModal()
  }, [])
  const { title, content } = getDetail(detail)
  return (
    <dialog
      ref={dialog}
      className="detail"
      part="detail"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        router.goBack()
      }}
      onClose={() => router.close()}
      onClick={({ target, currentTarget }) => target === currentTarget && router.close()}
    >
      <div className="detail-card">
        <header className="detail-head">
          {router.canGoBack.value && (
            <IconButton icon="back" label={texts.back} onClick={() => router.goBack()} />
          )}
          <h2 id={titleId}>
            <bdi>{title}</bdi>
          </h2>
          <IconButton icon="close" label={texts.close} onClick={() => router.close()} />
        </header>
        {content}
        <Snack />
      </div>
    </dialog>
  )
}

function getDetail(detail: Detail): { title: string; content: ReactNode } {
  switch (detail.view) {
    case 'Accounts':
      return { title: texts.accounts, content: <AccountsView /> }
    case 'ReceiveAt':
      return { title: texts.receive, content: <ReceiveAt account={detail.account} /> }
    case 'Token':
      if (!detail.data) break
      return {
        title: getTokenTitle(detail.data.row),
        content: <TokenDetails key={detail.data.row.id} opened={detail.data} />,
      }
    case 'Nft':
      return draw(nft, detail)
    case 'Unverified':
      return draw(unverified, detail)
    default:
  }
  return { title: '', content: null }
}

/** Renders a view of the modal that works without a shell. */
function draw<Name extends 'Nft' | 'Unverified'>(
  { title, View }: ViewDefinition<Name>,
  { data }: { data?: Routes[Name] | undefined },
): { title: string; content: ReactNode } {
  return { title: title(undefined as never, data as never), content: <View data={data as never} /> }
}
