/** All elements below a root, including those in shadow roots. */
export function* walkDeep(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element
    if (element.shadowRoot) yield* walkDeep(element.shadowRoot)
  }
}
