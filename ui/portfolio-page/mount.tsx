/** Renders the portfolio into the shadow root of its element. */
import { signal } from '@preact/signals-react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { guardEvents } from '../../src/base/guard-events.ts'
import type { MountPortfolio } from '../../src/portfolio/mount-portfolio.ts'
import { setLanguage } from '../base/set-language.ts'
import { ViewerContext } from '../base/shell-context.ts'
import { addSheet, adoptSheets } from '../base/sheets.ts'
import rowCss from '../components/row.css?inline'
import { createDetailsRouter } from './details-router.ts'
import { PortfolioPage } from './page.tsx'
import { type DrawnPage, PortfolioContext } from './portfolio-context.ts'

addSheet(rowCss)

export const mountPortfolio: MountPortfolio = (portfolio, data, host) => {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const chosen = signal<string | undefined>(undefined)
  const page: DrawnPage = {
    ...data,
    portfolio,
    router: createDetailsRouter(),
    chosen,
    choose: (key) => void (chosen.value = key),
  }
  const stopSheets = adoptSheets(shadow)
  const stopGuard = guardEvents(host, false)
  const container = document.createElement('div')
  shadow.append(container)
  setLanguage(container)
  const stopTheme = portfolio.themeMode.subscribe((theme) => (host.dataset['theme'] = theme))
  const root = createRoot(container)
  // Render synchronously, so that stored data appears in this frame.
  flushSync(() =>
    root.render(
      <ViewerContext.Provider value={page}>
        <PortfolioContext.Provider value={page}>
          <PortfolioPage />
        </PortfolioContext.Provider>
      </ViewerContext.Provider>,
    ),
  )
  return () => {
    stopTheme()
    stopGuard()
    stopSheets()
    root.unmount()
    container.remove()
  }
}
