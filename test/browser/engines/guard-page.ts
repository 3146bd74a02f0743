/** Native controls in a shadow root whose events are hidden from the page, and a page that listens to all events. */
import { guardEvents } from '../../../src/base/guard-events.ts'

declare global {
  interface Window {
    guard?: {
      root: ShadowRoot
      find(id: string): HTMLInputElement
      /** Actions of the controls. */
      done: string[]
      /** Texts that the controls' handlers read from the clipboard. */
      pasted: string[]
      /** Types of the events that the page's handlers received. */
      heard: string[]
    }
    /** How often the link was followed. */
    followed?: number
  }
}

const host = document.createElement('div')
const root = host.attachShadow({ mode: 'open' })
root.innerHTML = `<style>:host { display: grid; gap: 12px; font: 16px sans-serif } label, a { justify-self: start }</style>
  <button id="button" type="button">Button</button>
  <a id="link" href="javascript:void(window.followed = (window.followed ?? 0) + 1)">Link</a>
  <a id="tab" href="/opened" target="_blank">Tab</a>
  <a id="refused" href="/left">Leave</a>
  <label id="label"><input id="box" type="checkbox"> Label</label>
  <label><input id="kept" type="checkbox"></label>
  <span><input id="one" type="radio" name="one"><input id="two" type="radio" name="one"></span>
  <label id="name" for="field">Name</label>
  <form><input id="field"><button id="submit">Submit</button></form>
  <textarea id="area"></textarea>
  <div id="editable" contenteditable>word</div>
  <details><summary id="summary">Summary</summary>More</details>`
document.body.append(host)

const done: string[] = []
const pasted: string[] = []
const heard: string[] = []
const find = (id: string) => root.querySelector<HTMLInputElement>(`#${id}`)!
for (const id of ['button', 'submit']) find(id).addEventListener('click', () => done.push(`click ${id}`))
for (const id of ['box', 'one', 'two'])
  find(id).addEventListener('change', () => done.push(`${id} ${find(id).checked}`))
for (const id of ['kept', 'refused']) find(id).addEventListener('click', (event) => event.preventDefault())
root.querySelector('form')!.addEventListener('submit', (event) => {
  event.preventDefault()
  done.push('submit')
})
root.addEventListener('paste', (event) =>
  pasted.push((event as ClipboardEvent).clipboardData!.getData('text/plain')),
)
const details = root.querySelector('details')!
details.addEventListener('toggle', () => done.push(`open ${details.open}`))
// Read the event as a later handler does.
root.addEventListener('click', ({ target, defaultPrevented }) => {
  const { id } = target as Element
  if (id === 'kept' || id === 'refused') done.push(`${id} refused: ${defaultPrevented}`)
})

for (const type of [
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'paste',
  'compositionstart',
  'click',
  'wheel',
])
  document.addEventListener(
    type,
    (event) => {
      heard.push(type)
      event.preventDefault()
    },
    { capture: true, passive: false },
  )
guardEvents(host)
window.guard = { root, find, done, pasted, heard }
