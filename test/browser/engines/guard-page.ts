/** A page with controls in a guarded shadow root, which count what the browser does for a press of each of them. */
import { guardEvents } from '../../../src/base/guard-events.ts'

export type Counts = Record<'submitted' | 'toggled' | 'opened', number> & {
  isChecked: boolean
  isKept: boolean
  isOpen: boolean
  /** `defaultPrevented` of the click of a link whose handler refuses it, as a later handler reads it. */
  isRefused: boolean | undefined
}

declare global {
  interface Window {
    guard?: { counts: Counts; find(id: string): HTMLElement }
  }
}

const host = document.createElement('div')
const root = host.attachShadow({ mode: 'open' })
root.innerHTML = `
  <form id="form"><button id="submit">Submit</button></form>
  <label id="label"><input type="checkbox" id="checkbox">Accept</label>
  <input type="checkbox" id="kept">
  <details id="details"><summary id="summary">More</summary>Text</details>
  <a id="link" href="/opened" target="_blank">Open</a>
  <a id="refused" href="/left">Leave</a>`
document.body.append(host)

const find = (id: string) => root.getElementById(id)!
const counts: Counts = {
  submitted: 0,
  toggled: 0,
  opened: 0,
  isRefused: undefined,
  get isChecked() {
    return (find('checkbox') as HTMLInputElement).checked
  },
  get isKept() {
    return (find('kept') as HTMLInputElement).checked
  },
  get isOpen() {
    return (find('details') as HTMLDetailsElement).open
  },
}
root.addEventListener('submit', (event) => {
  event.preventDefault()
  counts.submitted += 1
})
find('checkbox').addEventListener('change', () => (counts.toggled += 1))
find('kept').addEventListener('click', (event) => event.preventDefault())
find('details').addEventListener('toggle', () => (counts.opened += 1))
find('refused').addEventListener('click', (event) => event.preventDefault())
root.addEventListener('click', (event) => {
  if ((event.target as Element).id === 'refused') counts.isRefused = event.defaultPrevented
})
guardEvents(host)
window.guard = { counts, find }
