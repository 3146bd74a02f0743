/** Hostile words and addresses in every place that the API, the chain and wallets control, under Trusted Types. */
import { encodeAbiParameters } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import {
  allowAnyOrigin,
  type LocalServer,
  readBody,
  sendJson,
  startLocalServer,
} from '../../sandbox/services/local-server.ts'
import { useWorld } from './use-world.ts'

/** Each sets `pwned` if anything of it runs, and can be found on the screen by that word. */
const scripts = [
  '<script>pwned=1</script>',
  '</title><script>pwned=1</script>',
  '"><script>pwned=1</script>',
  "'><script>pwned=1</script>",
  '<img src=x onerror=pwned=1>',
  '<img src=x onerror="alert(pwned=1)">',
  '"><img src=x onerror=pwned=1>',
  '<svg onload=pwned=1>',
  '<svg><script>pwned=1</script></svg>',
  '<svg><animate onbegin=pwned=1 attributeName=x dur=1s>',
  '<body onload=pwned=1>',
  '<iframe src="javascript:parent.pwned=1">',
  '<iframe srcdoc="<script>parent.pwned=1</script>">',
  '<object data="javascript:pwned=1">',
  '<embed src="javascript:pwned=1">',
  '<details open ontoggle=pwned=1>',
  '<input autofocus onfocus=pwned=1>',
  '<video><source onerror=pwned=1></video>',
  '<math><mtext><script>pwned=1</script></mtext></math>',
  '<a href="javascript:pwned=1">pwned</a>',
  '<form action="javascript:pwned=1"><button>pwned',
  '<style>@import "https://evil.example/pwned"</style>',
  '<link rel=stylesheet href=https://evil.example/pwned>',
  '<meta http-equiv=refresh content="0;url=javascript:pwned=1">',
  '<base href="https://evil.example/pwned/">',
  '<template><script>pwned=1</script></template>',
  '<!--<script>pwned=1</script>-->',
  '<![CDATA[<script>pwned=1</script>]]>',
  '&lt;script&gt;pwned=1&lt;/script&gt;',
  '&#60;script&#62;pwned=1',
  '\\u003cscript\\u003epwned=1',
  '{{constructor.constructor("pwned=1")()}}',
  '${pwned=1}',
  '<%= pwned=1 %>',
  '#{pwned=1}',
  '{{pwned}}',
  'javascript:pwned=1',
  'JaVaScRiPt:pwned=1//',
  'vbscript:pwned=1',
  '`;pwned=1;`',
  "';pwned=1;//",
  '");pwned=1;//',
  '__proto__ pwned',
  'constructor pwned',
  'pwned\u202Etxt.exe',
  '\u2066pwned\u2069',
  'p\u200Bwned pwned',
  '\u0000pwned\u0007',
  'pwned\r\nSet-Cookie: pwned=1',
  '\uD800pwned',
  `pwned ${'\u0301'.repeat(500)}`,
  `pwned ${'W'.repeat(10_000)}`,
]

const svg = (body: string) =>
  `data:image/svg+xml;utf8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${body}</svg>`)}`

/** As pictures and links. */
const addresses = [
  'javascript:pwned=1',
  ' javascript:pwned=1',
  'java\nscript:pwned=1',
  'JAVASCRIPT:alert(pwned=1)',
  'data:text/html,<script>pwned=1</script>',
  'data:text/html;base64,PHNjcmlwdD5wd25lZD0xPC9zY3JpcHQ+',
  'data:application/xhtml+xml,<script>pwned=1</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="pwned=1"/>',
  svg('<script>top.pwned=1</script>'),
  svg('<image href="https://evil.example/pwned.png"/>'),
  svg(
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/pwned"/></foreignObject>',
  ),
  svg('<style>@import "https://evil.example/pwned.css";</style>'),
  'http://evil.example/pwned.png',
  '//evil.example/pwned.png',
  'ftp://evil.example/pwned.png',
  'file:///etc/passwd',
  'blob:https://evil.example/pwned',
  'filesystem:https://evil.example/pwned',
  'https://driftwood.example@evil.example:pwned/x.png',
  'https://user:pwned@evil.example/x.png',
  'view-source:https://evil.example/pwned',
  'intent://evil.example/#Intent;scheme=https;end',
  `data:image/png;base64,${'A'.repeat(200_000)}`,
  'x" onerror="pwned=1',
  "url('https://evil.example/pwned')",
]

/** Wallets carry their picture along: also an address that would be fine elsewhere is not fetched. */
const walletIcons = [...addresses, 'https://evil.example/pwned.png', 'ipfs://pwned']

const world = useWorld()
let api: LocalServer
let rpc: LocalServer

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!

beforeAll(async () => {
  api = await startLocalServer(async (request, response, url) => {
    if (allowAnyOrigin(request, response)) return
    if (url.pathname.endsWith('/supported-chains'))
      return sendJson(response, 200, { http: [world.sandbox.chain], ws: [] })
    if (url.pathname.endsWith('/balance'))
      return sendJson(response, 200, { balances: scripts.map(toBalance) })
    if (url.pathname.endsWith('/history'))
      return sendJson(response, 200, { data: scripts.map(toTransaction), next: null })
    sendJson(response, 200, { name: scripts[4], avatar: addresses[8] })
  })
  // The real chain, whose NFTs tell lies of themselves.
  let told = 0
  rpc = await startLocalServer(async (request, response) => {
    if (allowAnyOrigin(request, response)) return
    const { id, method, params } = JSON.parse(await readBody(request)) as {
      id: number
      method: string
      params: [{ data?: string }]
    }
    const selector = method === 'eth_call' ? params[0].data?.slice(0, 10) : undefined
    const isUri = selector === '0xc87b56dd' || selector === '0x0e89341c'
    if (!isUri && selector !== '0x06fdde03') {
      const result = await world.sandbox.rpc(method, ...params)
      return sendJson(response, 200, { jsonrpc: '2.0', id, result })
    }
    const about = { name: at(scripts, told), image: at(addresses, told), description: at(scripts, told + 1) }
    told += 1
    const text = isUri
      ? `data:application/json,${encodeURIComponent(JSON.stringify(about))}`
      : at(scripts, told)
    sendJson(response, 200, { jsonrpc: '2.0', id, result: encodeAbiParameters([{ type: 'string' }], [text]) })
  })
})
afterAll(() => Promise.all([api?.close(), rpc?.close()]))

function toBalance(text: string, index: number): object {
  return {
    name: text,
    symbol: at(scripts, index + 1),
    chainId: world.sandbox.chain,
    address: `${world.sandbox.chain}:0x${String(index + 1).padStart(40, '0')}`,
    value: 1_000 - index,
    price: 1,
    quantity: { decimals: '18', numeric: `${1_000 - index}` },
    iconUrl: at(addresses, index),
  }
}

function toTransaction(text: string, index: number): object {
  const fungible = { name: text, symbol: at(scripts, index + 2), icon: { url: at(addresses, index) } }
  const preview = { url: at(addresses, index), content_type: text }
  const nft = { name: text, content: { preview, detail: null }, flags: { is_spam: false } }
  const isNft = index % 3 === 0
  const transfer = { direction: 'in', quantity: { numeric: '1' }, value: 1_000, price: 1_000 }
  return {
    id: `transaction-${index}`,
    metadata: {
      operationType: 'receive',
      hash: at(scripts, index + 3).slice(0, 60),
      minedAt: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
      sentFrom: at(scripts, index + 4).slice(0, 60),
      sentTo: text.slice(0, 60),
      status: 'confirmed',
      nonce: index,
      chain: world.sandbox.chain,
      application: { name: text, iconUrl: at(addresses, index), url: at(addresses, index) },
    },
    transfers: [{ ...transfer, fungible_info: isNft ? null : fungible, nft_info: isNft ? nft : null }],
  }
}

async function visitHostile(): Promise<Journey> {
  const journey = await world.visit({ path: 'csp/strict/', query: { api: api.url, rpc: rpc.url } })
  const { page } = journey
  page.on('dialog', (dialog) => {
    journey.trouble.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  return journey
}

/** Walks through a list from top to bottom. Returns how many hostile texts were on the screen, each in a `<bdi>`. */
async function expectInert({ page, modal }: Journey): Promise<number> {
  const seen = new Set<string>()
  const scroller = modal.locator('.scroll, .list, .nft-view').first()
  for (let top = 0, end = false; !end; top += 300) {
    end = await scroller.evaluate((view, y) => {
      view.scrollTop = y
      return y + view.clientHeight >= view.scrollHeight
    }, top)
    const found = await page.evaluate(async () => {
      const root = document.querySelector('billfold-modal')!.shadowRoot!
      // What has come into view is drawn with the next frames, as soon as its data is there.
      const isWaiting = () => root.querySelector('.skeleton-row, .row.waiting') !== null
      for (let frame = 0; frame < 3 || (frame < 100 && isWaiting()); frame += 1)
        await new Promise(requestAnimationFrame)
      const texts: string[] = []
      const loose: string[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode as Text
        if (!/pwned/.test(data)) continue
        if (parentElement?.closest('bdi')) texts.push(data)
        else loose.push(`${parentElement?.outerHTML.slice(0, 200)}`)
      }
      const foreign = root.querySelectorAll(
        'script, iframe, object, embed, base, meta, link, form, svg script, a[href^="java" i], a[href^="data:" i]',
      )
      const handlers = [...root.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      )
      return { texts, loose, foreign: foreign.length, handlers: handlers.length }
    })
    expect(found).toMatchObject({ loose: [], foreign: 0, handlers: 0 })
    for (const text of found.texts) seen.add(text)
  }
  return seen.size
}

async function expectNothingRan({ page }: Journey): Promise<void> {
  // A picture that carries a script along, or a frame, would need a moment.
  await page.waitForTimeout(200)
  expect(await page.evaluate('typeof pwned')).toBe('undefined')
  expect(await page.evaluate('violations')).toEqual([])
  expect(await page.evaluate('({}).pwned')).toBeUndefined()
}

describe(`${scripts.length + addresses.length} hostile texts`, () => {
  it('[F18] are shown as plain text in names, symbols, pictures and addresses of tokens, activity and NFTs', async () => {
    const journey = await visitHostile()
    const { modal } = journey
    await journey.goto()
    await journey.connect('Harbor')
    await journey.open()
    const rows = (name: string) => modal.getByRole('list', { name }).getByRole('listitem').first()
    await modal.getByRole('list', { name: 'Tokens' }).getByText(/pwned/).first().waitFor()
    expect(await expectInert(journey)).toBeGreaterThan(scripts.length / 2)

    await journey.showTab('Activity')
    await rows('Activity')
      .getByText(/pwned|1/)
      .first()
      .waitFor()
    expect(await expectInert(journey)).toBeGreaterThan(scripts.length / 2)
    // Its facts name the parties and the hash.
    await rows('Activity').locator('button').first().click()
    await modal.locator('.facts').waitFor()
    await expectInert(journey)

    await journey.showTab('NFTs')
    await modal.getByRole('list', { name: 'NFTs' }).getByText(/pwned/).first().waitFor()
    expect(await expectInert(journey)).toBeGreaterThan(1)
    // What its maker says of one.
    await modal.getByRole('list', { name: 'NFTs' }).getByText(/pwned/).first().click()
    await modal.locator('.description').waitFor()
    expect(await expectInert(journey)).toBeGreaterThan(0)
    await expectNothingRan(journey)
  })

  it('[F10] [F18] are shown as plain text in names, icons and rdns of wallets, and a genuine wallet still works', async () => {
    const journey = await visitHostile()
    const { page, modal } = journey
    await page.addInitScript(
      ({ names, icons }) => {
        const provider = () => ({ request: () => new Promise(() => {}), on() {}, removeListener() {} })
        const announce = () => {
          for (const [index, name] of names.entries()) {
            const rdns = names[(index + 1) % names.length]!
            const info = { uuid: `${index} ${name}`, name, rdns, icon: icons[index % icons.length] }
            const detail = { info, provider: provider() }
            window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
          }
        }
        let done = false
        window.addEventListener('eip6963:requestProvider', () => {
          if (!done) announce()
          done = true
        })
      },
      { names: scripts, icons: walletIcons },
    )
    await journey.goto()
    await journey.open()
    await modal.getByText(/pwned/).first().waitFor()
    expect(await expectInert(journey)).toBeGreaterThan(scripts.length / 2)
    const pictures = await modal
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')!))
    expect(pictures.length).toBeGreaterThan(0)
    for (const src of pictures)
      expect(src).toMatch(/^(data:image\/(png|webp|svg\+xml|jpeg|gif)[;,]|http:\/\/127\.)/)

    // The view that waits for a wallet tells its name once more.
    await modal
      .getByRole('button', { name: /onerror=pwned/ })
      .first()
      .click()
    await modal.getByText('Approve in').first().waitFor()
    await modal.getByText(/pwned/).first().waitFor()
    await expectInertView(journey)
    await modal.getByRole('button', { name: 'Back' }).click()
    await modal.getByRole('button', { name: 'Harbor' }).click()
    await journey.answer('Harbor', 'approve')
    await modal.waitFor({ state: 'hidden' })
    await expectNothingRan(journey)
  })
})

async function expectInertView({ modal }: Journey): Promise<void> {
  expect(await modal.locator('script, iframe, object, embed, [onerror], [onload]').count()).toBe(0)
}
