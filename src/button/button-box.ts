/** What both parts of the button are made of. */

/** A `span` with a class and children, built without markup so that Trusted Types have nothing to say. */
export function box(className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.append(...children)
  return element
}

export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
