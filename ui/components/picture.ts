/**
 * A picture in a box, or the first letter of a name. Drawn without React, so that changing a picture in a long list
 * costs no more than moving an element. The letter stays if the picture fails or takes longer than 2 s; a picture that
 * loads later replaces it.
 */
export interface Picture {
  /** `url`: a checked URL; undefined shows the letter. */
  show(name: string, url: string | undefined): void
  /** Removes the picture or letter. */
  clear(): void
}

const PATIENCE = 2_000
/** Delay before a picture loads. Rows that pass by in a fast scroll thus load none. Milliseconds. */
const SHOW_DELAY = 100

export function createPicture(box: HTMLElement): Picture {
  let shown: { name: string; url: string | undefined } | undefined
  let image: HTMLImageElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Replaces the content of the box. A picture that was there returns to the cache. */
  function put(next: Element | undefined): void {
    clearTimeout(timer)
    const old = image
    image = next instanceof HTMLImageElement ? next : undefined
    const isShown = old !== undefined && box.firstChild === old
    if (next) box.replaceChildren(next)
    else if (box.firstChild) box.replaceChildren()
    if (isShown) keepSpare(old)
  }

  function load(name: string, url: string): void {
    const next = createImage(url)
    put(next)
    timer = setTimeout(() => {
      if (next.complete) return
      next.hidden = true
      box.prepend(createLetter(name))
    }, PATIENCE)
    next.addEventListener('error', () => {
      if (next === image) box.replaceChildren(createLetter(name))
    })
    next.addEventListener('load', () => {
      next.hidden = false
      if (next === image) box.replaceChildren(next)
    })
  }

  return {
    show(name, url) {
      if (shown && shown.url === url && (url !== undefined || shown.name === name)) return
      const isFirst = !shown
      shown = { name, url }
      if (url === undefined) return put(createLetter(name))
      const spare = takeSpare(url)
      if (spare) return put(spare)
      if (isFirst) return load(name, url)
      put(undefined)
      timer = setTimeout(() => load(name, url), SHOW_DELAY)
    },
    clear() {
      put(undefined)
      shown = undefined
    },
  }
}

/**
 * Elements of recently shown pictures, by URL. Lists repeat the same few pictures, and reusing an element avoids
 * another load, the most expensive part of a row.
 */
const spares = new Map<string, HTMLImageElement[]>()
/** Upper limit of URLs in the cache, and of pictures for each URL. */
const MAX_KEPT = 48

function takeSpare(url: string): HTMLImageElement | undefined {
  return spares.get(url)?.pop()
}

function keepSpare(image: HTMLImageElement): void {
  if (!image.complete || image.naturalWidth === 0) return
  const { src } = image
  const kept = spares.get(src) ?? []
  spares.delete(src)
  spares.set(src, kept)
  if (kept.length < MAX_KEPT) kept.push(image)
  for (const oldest of spares.keys()) {
    if (spares.size <= MAX_KEPT) break
    spares.delete(oldest)
  }
}

function createImage(url: string): HTMLImageElement {
  const image = document.createElement('img')
  image.alt = ''
  image.referrerPolicy = 'no-referrer'
  image.decoding = 'async'
  image.draggable = false
  image.src = url
  return image
}

function createLetter(name: string): HTMLElement {
  const letter = document.createElement('b')
  letter.ariaHidden = 'true'
  // Set the letter as an attribute, which CSS shows. As text content, the letter would be a visible word, which the
  // control's accessible name must contain (WCAG 2.5.3).
  letter.dataset['letter'] = Array.from(name.trim())[0]?.toUpperCase() ?? '?'
  letter.style.background = `oklch(.5 .06 ${hueOf(name)})`
  return letter
}

function hueOf(name: string): number {
  let hue = 0
  for (const character of name) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360
  return hue
}
