/**
 * A picture in a box, or the first letter of its name. Drawn without React, so that a row of a long list changes it for
 * the price of an address. A picture that fails or takes longer than 2 s leaves the letter, and may still take its
 * place later.
 */
export interface Picture {
  /** `url`: one that was checked; undefined for the letter. */
  show(name: string, url: string | undefined): void
  stop(): void
}

const PATIENCE = 2_000

export function createPicture(box: HTMLElement): Picture {
  let shown: { name: string; url: string | undefined } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(name: string, url: string | undefined): void {
    if (shown?.url === url && shown?.name === name) return
    if (shown && url !== undefined && shown.url === url) return
    shown = { name, url }
    clearTimeout(timer)
    if (url === undefined) return box.replaceChildren(createLetter(name))
    // A new element each time: an old one would show the old picture until the new one is there.
    const image = createImage(url)
    box.replaceChildren(image)
    if (image.complete && image.naturalWidth > 0) return
    const isShown = () => image.parentNode === box
    timer = setTimeout(() => {
      if (!isShown() || image.complete) return
      image.hidden = true
      box.prepend(createLetter(name))
    }, PATIENCE)
    image.addEventListener('error', () => {
      if (isShown()) box.replaceChildren(createLetter(name))
    })
    image.addEventListener('load', () => {
      if (!isShown()) return
      image.hidden = false
      box.replaceChildren(image)
    })
  }

  return { show, stop: () => clearTimeout(timer) }
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
  letter.textContent = Array.from(name.trim())[0]?.toUpperCase() ?? '?'
  letter.style.background = `oklch(.5 .06 ${hueOf(name)})`
  return letter
}

function hueOf(name: string): number {
  let hue = 0
  for (const character of name) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360
  return hue
}
