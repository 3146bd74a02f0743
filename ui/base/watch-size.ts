/** Tells the size of an element, first when it is drawn and then with each change. @returns ends that. */
export function watchSize(element: Element, onSize: (entry: ResizeObserverEntry) => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {}
  const observer = new ResizeObserver(([entry]) => entry && onSize(entry))
  observer.observe(element)
  return () => observer.disconnect()
}
