/**
 * The gallery: every view in every state, theme and direction. `?state=Tokens&theme=light&dir=rtl` shows a single
 * state.
 */
import '@fontsource-variable/inter/wght.css'
import { createRoot } from 'react-dom/client'
import { Index } from './index.tsx'
import { getShown, showState, type Spoken, type Theme } from './show-state.ts'
import type { State } from './state.ts'
import { states } from './states.ts'
import './gallery.css'

/** Interface for tests and pictures. */
export interface Gallery {
  states: readonly Pick<State, 'name' | 'view'>[]
  /** @throws when the text that ends the state doesn't appear in time */
  show(name: string, theme: Theme, spoken?: Spoken): Promise<void>
  setTheme(theme: Theme): void
}

declare global {
  interface Window {
    gallery?: Gallery
  }
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  getShown()?.setThemeMode(theme)
}

async function show(name: string, theme: Theme, spoken?: Spoken): Promise<void> {
  setTheme(theme)
  await showState(name, theme, spoken)
}

const query = new URLSearchParams(location.search)
const name = query.get('state')
const theme = query.get('theme') === 'light' ? 'light' : 'dark'
document.documentElement.dir = query.get('dir') ?? 'ltr'
window.gallery = { states: states.map(({ name, view }) => ({ name, view })), show, setTheme }
setTheme(theme)
if (name !== null) await show(name, theme)
else if (!query.has('bare'))
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Index states={states} />)
