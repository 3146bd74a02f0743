// @vitest-environment happy-dom
import { signal } from '@preact/signals-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { createSnacks } from '../../../src/base/snacks.ts'
import { BillfoldError, toErrorRecord } from '../../../src/core/base/errors.ts'
import { ViewerContext } from '../../../ui/base/shell-context.ts'
import { type DrawnPage, PortfolioContext } from '../../../ui/portfolio-page/portfolio-context.ts'
import { Snack } from '../../../ui/portfolio-page/snack.tsx'

it('an error message on the portfolio page gives the reason, and is announced at once', async () => {
  const snacks = createSnacks()
  const page = { snacks, online: signal(true) } as unknown as DrawnPage
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <ViewerContext.Provider value={page}>
        <PortfolioContext.Provider value={page}>
          <Snack />
        </PortfolioContext.Provider>
      </ViewerContext.Provider>,
    ),
  )
  const detail = toErrorRecord(new BillfoldError('store_unavailable', 'The store is closed.'))
  await act(async () => snacks.show({ variant: 'error', message: 'Couldn’t save the file', detail }))
  const read = (live: string) => document.querySelector(`[aria-live=${live}]`)!.textContent
  expect(read('assertive')).toBe('Couldn’t save the fileYour browser couldn’t read this site’s saved data.')
  expect(read('polite')).toBe('')
  await act(async () => root.unmount())
})
