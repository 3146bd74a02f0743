/** Uses the modal as a person does: finds controls by their names and waits for texts. */
export interface Person {
  /** Waits for a control with this name and presses it. */
  press(name: string | RegExp): Promise<void>
  /** Types into the field with this name, replacing its text. */
  fill(name: string, text: string): Promise<void>
  /** Waits for a text. */
  see(text: string | RegExp): Promise<void>
}

/** Maximum wait in milliseconds: longer than any view takes on a busy machine. */
const PATIENCE = 20_000

/** English texts by their translation; several English texts may have the same translation. */
export type Words = Readonly<Record<string, readonly string[]>>

export function createPerson(host: Element, words: Words = {}): Person {
  const list = <T extends Element>(selector: string) => [...host.shadowRoot!.querySelectorAll<T>(selector)]
  const isSeen = (element: Element) => element.checkVisibility()
  const fits = (wanted: string | RegExp, text: string) =>
    [text, ...(words[text] ?? [])].some((own) =>
      typeof wanted === 'string' ? own === wanted : wanted.test(own),
    )
  return {
    async press(name) {
      const find = () =>
        list<HTMLButtonElement>('button:not(:disabled), a, [role=tab]').find(
          (control) => isSeen(control) && readNames(control).some((text) => fits(name, text)),
        )
      ;(await wait(find, name)).click()
    },
    async fill(name, text) {
      const find = () =>
        list<HTMLInputElement>('input, textarea').find((field) =>
          fits(name, field.ariaLabel ?? field.labels?.[0]?.innerText ?? field.placeholder),
        )
      const field = await wait(find, name)
      field.focus()
      field.select()
      document.execCommand('insertText', false, text)
    },
    async see(text) {
      const find = () =>
        list<HTMLElement>('dialog').find(({ innerText }) =>
          typeof text === 'string' ? innerText.includes(text) : text.test(innerText),
        )
      await wait(find, text)
    },
  }
}

/** Names of a control: its label, and each line of its text. */
function readNames(control: HTMLElement): string[] {
  return [control.ariaLabel ?? '', ...control.innerText.split('\n').map((line) => line.trim())]
}

async function wait<T>(find: () => T | undefined, wanted: string | RegExp): Promise<T> {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const found = find()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`${String(wanted)} did not appear.`)
    await new Promise(requestAnimationFrame)
  }
}
