/** The logos of the login providers as data URLs: white on the brand's colour. */
import type { Social } from '../../src/shell/routes.ts'
import apple from 'simple-icons/icons/apple.svg?raw'
import discord from 'simple-icons/icons/discord.svg?raw'
import facebook from 'simple-icons/icons/facebook.svg?raw'
import farcaster from 'simple-icons/icons/farcaster.svg?raw'
import github from 'simple-icons/icons/github.svg?raw'
import google from 'simple-icons/icons/google.svg?raw'
import x from 'simple-icons/icons/x.svg?raw'

const marks: Readonly<Record<Social, readonly [color: string, drawing: string]>> = {
  google: ['#4285f4', google],
  x: ['#000', x],
  discord: ['#5865f2', discord],
  farcaster: ['#855dcd', farcaster],
  github: ['#181717', github],
  apple: ['#000', apple],
  facebook: ['#0866ff', facebook],
}

export function drawSocial(social: Social): string {
  const [color, drawing] = marks[social]
  const glyph = drawing.slice(drawing.indexOf('<path'), -'</svg>'.length)
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 48 48"><path fill="${color}" d="M-12-12h48v48h-48z"/><g fill="#fff">${glyph}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(picture)}`
}
