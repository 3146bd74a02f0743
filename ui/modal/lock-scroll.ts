/** Keeps the page behind the modal where it is, without a jump where its scrollbar was. Returns the way back. */
export function lockScroll({ documentElement: root }: Document): () => void {
  const { overflow, paddingInlineEnd } = root.style
  const scrollbar = window.innerWidth - root.clientWidth
  root.style.overflow = 'hidden'
  if (scrollbar > 0) root.style.paddingInlineEnd = `${scrollbar}px`
  return () => {
    root.style.overflow = overflow
    root.style.paddingInlineEnd = paddingInlineEnd
  }
}
