/** Wallet icons must be images, or not be shown. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalServer, sendJson, startLocalServer } from '../../../sandbox/services/local-server.ts'
import type { EngineRun } from './run-in.ts'

/** Number of wallets that a page announces: Billfold lists at most 64. */
const AT_ONCE = 50

export function tryIcons(run: EngineRun): void {
  let elsewhere: LocalServer
  const asked: string[] = []
  beforeAll(async () => {
    elsewhere = await startLocalServer(async (_, response, { pathname }) => {
      asked.push(pathname)
      sendJson(response, 200, {})
    })
  })
  afterAll(() => elsewhere?.close())

  it('[F10] 200 hostile wallet icons run no script and fetch nothing', async () => {
    const icons = createIcons(elsewhere.url)
    expect(new Set(icons).size).toBe(200)
    const { visit, driver, sandbox } = run
    for (let from = 0; from < icons.length; from += AT_ONCE) {
      await driver.goto(`${sandbox.urls.page}/?market=calm&wallets=harbor`)
      await visit.evaluate(announce, icons.slice(from, from + AT_ONCE))
      await visit.choose('Connect wallet')
      await visit.waitFor(`Wallet ${AT_ONCE - 1}`)
      // Wait until a script would have run or a request would have been sent.
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(await visit.evaluate(readHarm)).toEqual([])
    }
    expect(asked).toEqual([])
  })
}

/** Runs in the page: announces a wallet with each of the icons. */
function announce(icons: readonly string[]): void {
  const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} }
  const details = icons.map((icon, at) => ({
    info: { uuid: `wallet-${at}`, name: `Wallet ${at}`, rdns: `example.wallet${at}`, icon },
    provider: { ...provider },
  }))
  const tell = () => {
    for (const detail of details)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }))
  }
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}

/** Runs in the page: lists scripts that ran, and icons that aren't drawn as images. */
function readHarm(): string[] {
  const modal = document.querySelector('billfold-modal')!.shadowRoot!
  const harm = [
    ...modal.querySelectorAll('iframe, object, embed, script, svg svg, image, use, foreignObject'),
  ]
  return [...('pwned' in window ? ['a script has run'] : []), ...harm.map(({ outerHTML }) => outerHTML)]
}

/** Twenty harmful icons, each in ten spellings. */
function createIcons(url: string): string[] {
  const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
  const html = 'xmlns="http://www.w3.org/1999/xhtml"'
  const bodies = [
    '<script>top.pwned=1</script>',
    '<script>parent.pwned=1</script>',
    `<script href="${url}/script.js"/>`,
    '<g onload="top.pwned=1"/>',
    '<animate onbegin="top.pwned=1" attributeName="x" dur="1s"/>',
    '<set attributeName="onload" to="top.pwned=1"/>',
    '<a href="javascript:top.pwned=1"><rect width="9" height="9"/></a>',
    `<image href="${url}/image.png" width="9" height="9"/>`,
    `<image ${xlink} xlink:href="${url}/xlink.png" width="9" height="9"/>`,
    `<use href="${url}/use.svg#a"/>`,
    `<style>@import "${url}/import.css";</style>`,
    `<style>rect { fill: url("${url}/fill.svg#a") }</style><rect width="9" height="9"/>`,
    `<style>@font-face { font-family: a; src: url("${url}/font.woff") }</style><text font-family="a">a</text>`,
    `<rect width="9" height="9" style="background: url('${url}/background.png')"/>`,
    `<filter id="a"><feImage href="${url}/filter.png"/></filter><rect filter="url(#a)" width="9" height="9"/>`,
    `<foreignObject width="9" height="9"><iframe ${html} src="${url}/frame"/></foreignObject>`,
    `<foreignObject width="9" height="9"><img ${html} src="${url}/img.png" onerror="top.pwned=1"/></foreignObject>`,
    `<foreignObject width="9" height="9"><object ${html} data="${url}/object"/></foreignObject>`,
    `<foreignObject width="9" height="9"><link ${html} rel="stylesheet" href="${url}/link.css"/></foreignObject>`,
    `<foreignObject width="9" height="9"><form ${html} action="${url}/form"><button autofocus="" onfocus="top.pwned=1"/></form></foreignObject>`,
  ]
  return bodies.flatMap((body, at) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="top.pwned=1">${body}</svg>`
    const base64 = Buffer.from(svg).toString('base64')
    const escaped = encodeURIComponent(svg)
    return [
      `data:image/svg+xml,${escaped}`,
      `data:image/svg+xml;utf8,${escaped}`,
      `data:image/svg+xml;base64,${base64}`,
      `DATA:IMAGE/SVG+XML;base64,${base64}`,
      `data:image/png;base64,${base64}`,
      `data:text/html,${escaped}`,
      `data:application/xhtml+xml;base64,${base64}`,
      `${url}/${at}.svg`,
      `" onerror="top.pwned=1" src="${url}/${at}.png`,
      `javascript:top.pwned=1//${at}`,
    ]
  })
}
