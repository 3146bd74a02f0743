/**
 * A picture in a box, or the first letter of its name. Drawn without React, so that a row of a long list changes it
 * for the price of showing one element and hiding another. A picture that fails or takes longer than 2 s leaves the
 * letter, and may still take its place later.
 */
export interface Picture {
  /** `url`: one that was checked; undefined for the letter. */
  show(name: string, url: string | undefined): void
  /** Shows nothing. */
  clear(): void
}

const PATIENCE = 2_000
/** A row that is passed faster than this needs no picture that is not here yet. Milliseconds. */
const GLANCE = 100
/**
 * Pictures that a box keeps, the last ones shown. A list repeats few of them, and to put one into the page costs more
 * than all the rest of a row.
 */
const KEPT = 6

export function createPicture(box: HTMLElement): Picture {
  const images = new Map<string, HTMLImageElement>()
  let shown: { name: string; url: string | undefined } | undefined
  let visible: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function put(next: HTMLElement | undefined): void {
    if (next === visible) return
    if (visible instanceof HTMLImageElement) visible.style.visibility = 'hidden'
    else visible?.remove()
    if (next instanceof HTMLImageElement) next.style.visibility = ''
    else if (next) box.append(next)
    visible = next
  }

  function add(name: string, url: string): HTMLImageElement {
    const image = createImage(url)
    const isWanted = () => shown?.url === url && images.get(url) === image
    image.addEventListener('error', () => {
      if (isWanted()) put(createLetter(name))
      if (images.get(url) === image) images.delete(url)
      image.remove()
    })
    image.addEventListener('load', () => {
      remember(url)
      if (!isWanted()) return
      clearTimeout(timer)
      put(image)
    })
    images.set(url, image)
    box.append(image)
    for (const [oldest, old] of images) {
      if (images.size <= KEPT) break
      images.delete(oldest)
      old.remove()
    }
    return image
  }

  function load(name: string, url: string): void {
    const image = images.get(url) ?? add(name, url)
    // The one that was shown last goes last.
    images.delete(url)
    images.set(url, image)
    put(image)
    if (!image.complete) timer = setTimeout(() => put(createLetter(name)), PATIENCE)
  }

  return {
    show(name, url) {
      if (shown && shown.url === url && (url !== undefined || shown.name === name)) return
      clearTimeout(timer)
      const isFirst = !shown
      shown = { name, url }
      if (url === undefined) return put(createLetter(name))
      if (isFirst || images.has(url) || loaded.has(url)) return load(name, url)
      put(undefined)
      timer = setTimeout(() => load(name, url), GLANCE)
    },
    clear() {
      clearTimeout(timer)
      put(undefined)
      shown = undefined
    },
  }
}

/** Addresses of pictures that came: another box need not wait to ask for them. */
const loaded = new Set<string>()
const REMEMBERED = 200

function remember(url: string): void {
  loaded.delete(url)
  loaded.add(url)
  for (const oldest of loaded) {
    if (loaded.size <= REMEMBERED) break
    loaded.delete(oldest)
  }
}

function createImage(url: string): HTMLImageElement {
  const image = document.createElement('img')
  image.alt = ''
  image.referrerPolicy = 'no-referrer'
  image.decoding = 'async'
  image.draggable = false
  image.style.visibility = 'hidden'
  image.src = url
  return image
}

function createLetter(name: string): HTMLElement {
  const letter = document.createElement('b')
  letter.ariaHidden = 'true'
  letter.textContent = Array.from(name.trim())[0]?.toUpperCase() ?? '?'
  letter.style.background = `oklch(.5 .06 ${hueOf(name)})`
  return letter
}

function hueOf(name: string): number {
  let hue = 0
  for (const character of name) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360
  return hue
}
