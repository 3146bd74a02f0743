/** An icon that is drawn without React, for rows that are reused. */
import type { IconName } from '../../src/base/icon-name.ts'
import { getPath, mirrored } from './icon.tsx'

const SVG = 'http://www.w3.org/2000/svg'

export function createIcon(name: IconName, size: number): SVGElement {
  const icon = document.createElementNS(SVG, 'svg')
  icon.append(document.createElementNS(SVG, 'path'))
  icon.setAttribute('class', 'icon')
  icon.setAttribute('viewBox', '0 0 20 20')
  icon.setAttribute('width', String(size))
  icon.setAttribute('height', String(size))
  icon.ariaHidden = 'true'
  setIcon(icon, name)
  return icon
}

export function setIcon(icon: SVGElement, name: IconName): void {
  icon.classList.toggle('mirrored', mirrored.has(name))
  icon.firstElementChild?.setAttribute('d', getPath(name))
}
