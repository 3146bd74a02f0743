/** Reports an element's size, on its first layout and after each change. Returns a stop function. */
export function watchSize(element: Element, onSize: (entry: ResizeObserverEntry) => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {}
  const observer = new ResizeObserver(([entry]) => entry && onSize(entry))
  observer.observe(element)
  return () => observer.disconnect()
}
