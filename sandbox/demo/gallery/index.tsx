/** Lists all states, each in a frame per theme and direction. Frames load when they scroll into view. */
import { type ReactElement, useState } from 'react'
import type { State } from './state.ts'

const looks = [
  ['dark', 'ltr'],
  ['light', 'ltr'],
  ['dark', 'rtl'],
  ['light', 'rtl'],
] as const

export function Index({ states }: { states: readonly State[] }): ReactElement {
  const [words, setWords] = useState('')
  const found = states.filter(({ name, view }) =>
    `${name} ${view}`.toLowerCase().includes(words.toLowerCase()),
  )
  return (
    <main className="gallery">
      <header>
        <h1>Every view</h1>
        <input
          type="search"
          placeholder="Find a state"
          aria-label="Find a state"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <output>
          {found.length} of {states.length} states
        </output>
      </header>
      {found.map(({ name, view, when }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <p>
            <code>{view}</code> {when}
          </p>
          <div className="looks">
            {looks.map(([theme, dir]) => (
              <Frame key={theme + dir} name={name} theme={theme} dir={dir} />
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}

function Frame({ name, theme, dir }: { name: string; theme: string; dir: string }): ReactElement {
  const url = `?${new URLSearchParams({ state: name, theme, dir })}`
  return (
    <figure>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the frame shows this page and needs its origin */}
      <iframe src={url} title={`${name}, ${theme}, ${dir}`} loading="lazy" />
      <figcaption>
        <a href={url} target="_blank" rel="noreferrer">
          {theme}, {dir === 'rtl' ? 'right to left' : 'left to right'}
        </a>
      </figcaption>
    </figure>
  )
}
