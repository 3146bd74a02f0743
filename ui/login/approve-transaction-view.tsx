/** Shows the frame of the sign-in site, where a person approves a request. The site decides what the frame shows. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { FRAME_SLOT } from '../../src/wallets/auth/frame-slot.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './approve-transaction.css?inline'
import { texts } from './texts.ts'

addSheet(css)

const titles: Readonly<Record<string, string>> = texts.approve

export const view: ViewDefinition<'ApproveTransaction'> = {
  title: (_, data) => (data && titles[data.method]) ?? texts.approveOther,
  Detail: Site,
  back: ({ router }) => router.popTransactionStack('cancel'),
  View: ApproveTransaction,
}

/** Names the host of the site that the frame belongs to. */
function Site() {
  useSignals()
  const { data } = useShell().router.current.value
  return data && 'host' in data ? <bdi className="site">{data.host}</bdi> : null
}

function ApproveTransaction({ data }: { data: Routes['ApproveTransaction'] }) {
  const { router } = useShell()
  const slot = useRef<HTMLSlotElement>(null)
  const isLost = !data

  useEffect(() => {
    if (isLost) router.goHome()
  }, [router, isLost])

  useEffect(() => {
    const frame = slot.current?.assignedElements()[0] as HTMLElement | undefined
    const card = slot.current?.closest<HTMLElement>('.card')
    frame?.focus({ preventScroll: true })
    return () => {
      // The frame is about to be hidden, so it must not keep the focus.
      if (frame && document.activeElement === frame) card?.focus()
    }
  }, [])

  return (
    <div className="approval">
      <slot ref={slot} name={FRAME_SLOT} />
    </div>
  )
}
