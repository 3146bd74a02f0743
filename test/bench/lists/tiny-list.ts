/** A minimal list: every row is a line of text. Imports only types. */
import type { List, Row } from '../../../bench/lists/list.ts'

export default {
  name: 'Tiny list',
  mount(container, source, { height }) {
    const scroller = container.appendChild(document.createElement('ol'))
    scroller.style.cssText = `box-sizing: border-box; height: ${height}px; margin: 0; padding: 0; overflow: auto`
    const isAtEnd = () => scroller.scrollTop + 2 * height > scroller.scrollHeight
    let isFetching = false
    async function fetchMore(): Promise<void> {
      if (isFetching) return
      isFetching = true
      for (let page = await source.fetchNext(); page; page = isAtEnd() ? await source.fetchNext() : undefined)
        scroller.append(...page.map(drawRow))
      isFetching = false
    }
    scroller.addEventListener('scroll', () => isAtEnd() && void fetchMore())
    void fetchMore()
    return {
      scroller,
      row: 'li',
      indexOf: (row) => [...scroller.children].indexOf(row),
      unmount: () => scroller.remove(),
    }
  },
} satisfies List

function drawRow({ title, party }: Row): HTMLElement {
  const row = document.createElement('li')
  row.textContent = `${title} ${party}`
  row.style.cssText = 'height: 40px; list-style: none'
  return row
}
