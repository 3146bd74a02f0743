/**
 * The window of a sandbox wallet: opens at the top right like a browser extension, above the page and its modal
 * dialogs. Constructed style sheets make it work under a strict Content-Security-Policy.
 */
import type { Approval, Question } from './approval.ts'

export interface Brand {
  name: string
  /** Data URI of an SVG. */
  icon: string
  /** CSS colours of the header and of the approving button. */
  head: string
  action: string
}

/** @returns a function that shows a question, or hides the window when the question is undefined */
export function createApprovalSheet(
  brand: Brand,
  approval: () => Approval,
): (question: Question | undefined) => void {
  const host = document.createElement('div')
  host.dataset['wallet'] = brand.name
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const dialog = root.appendChild(document.createElement('dialog'))
  dialog.style.setProperty('--head', brand.head)
  dialog.style.setProperty('--action', brand.action)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    approval().reject()
  })

  return (question) => {
    if (!question) {
      dialog.close()
      host.remove()
      return
    }
    dialog.setAttribute('aria-label', `${brand.name}: ${question.title}`)
    const reject = button('Decline', 'reject', () => approval().reject())
    const approve = button(question.verb, 'approve', () => approval().approve())
    dialog.replaceChildren(
      element('header', picture(brand.icon), element('b', brand.name), element('span', 'Sandbox')),
      element('h2', question.title),
      element(
        'dl',
        ...question.details.map(([label, value]) => element('div', element('dt', label), describe(value))),
      ),
      element('footer', reject, approve),
    )
    document.body.append(host)
    dialog.showModal()
    approve.focus()
  }
}

function element(name: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

function describe(value: string): HTMLElement {
  const made = element('dd', value)
  made.classList.toggle('address', /^0x[0-9a-f]{40}$/i.test(value))
  return made
}

function picture(icon: string): HTMLImageElement {
  const image = new Image(28, 28)
  image.src = icon
  image.alt = ''
  return image
}

function button(text: string, name: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = name
  made.dataset['testid'] = name
  made.textContent = text
  made.addEventListener('click', onClick)
  return made
}

const css = `
  :host { all: initial }
  dialog {
    box-sizing: border-box; width: 360px; max-width: calc(100vw - 24px); margin: 12px 12px auto auto; padding: 0;
    border: 0; border-radius: 14px; overflow: hidden; background: #fff; color: #14212b;
    font: 400 14px/20px "Segoe UI", "Helvetica Neue", Roboto, "Noto Sans", sans-serif;
    box-shadow: 0 0 0 1px #0a1a2414, 0 2px 6px #0a1a2426, 0 24px 60px #0a1a2466;
    animation: drop 160ms cubic-bezier(.2, .8, .2, 1);
  }
  dialog::backdrop { background: #0a1a2433 }
  @keyframes drop { from { opacity: 0; transform: translateY(-8px) } }
  header { display: flex; align-items: center; gap: 10px; padding: 12px 16px; background: var(--head); color: #fff }
  header img { width: 28px; height: 28px; border-radius: 8px }
  header b { flex: 1; font-weight: 600; font-size: 15px }
  header span { padding: 2px 8px; border-radius: 99px; background: #ffffff2e; font-size: 12px; line-height: 16px }
  h2 { margin: 18px 16px 12px; font-size: 18px; line-height: 24px; font-weight: 600 }
  dl { margin: 0 16px; border: 1px solid #dfe6ea; border-radius: 10px }
  dl div { padding: 10px 12px }
  dl div + div { border-top: 1px solid #dfe6ea }
  dt { color: #5a6b76; font-size: 12px; line-height: 16px }
  dd {
    margin: 2px 0 0; max-height: 120px; overflow: auto; overflow-wrap: anywhere; text-wrap: balance; white-space: pre-wrap;
    font-variant-numeric: tabular-nums;
  }
  .address { font: 11.5px/20px "SF Mono", Consolas, "Liberation Mono", Menlo, monospace; white-space: nowrap }
  footer { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; padding: 16px }
  button { height: 44px; border: 0; border-radius: 22px; font: inherit; font-weight: 600; cursor: pointer }
  button:focus-visible { outline: 2px solid #14212b; outline-offset: 2px }
  .reject { background: #e9eef1; color: #14212b }
  .reject:hover { background: #dde5e9 }
  .approve { background: var(--action); color: #fff }
  .approve:hover { filter: brightness(1.08) }
  @media (max-width: 430px) {
    dialog { width: 100vw; max-width: 100vw; margin: auto 0 0; border-radius: 18px 18px 0 0 }
  }
  @media (prefers-reduced-motion: reduce) { dialog { animation: none } }
`
