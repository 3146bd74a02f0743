import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeImage, safeLink, safeUrl } from '../../../src/core/text/url.ts'
import { propertyRuns } from '../../property-runs.ts'

describe('[F18] URLs of links and pictures from outside', () => {
  test.each([
    ['https://icons.example/a.png', 'https://icons.example/a.png'],
    ['https://icons.example/a b.png?x="y"', 'https://icons.example/a%20b.png?x=%22y%22'],
    ['HTTPS://ICONS.EXAMPLE', 'https://icons.example/'],
    ['ipfs://Qm12ab/1.png', 'https://ipfs.io/ipfs/Qm12ab/1.png'],
    ['ipfs://ipfs/Qm12ab', 'https://ipfs.io/ipfs/Qm12ab'],
  ])('are accepted: %s becomes %s', (value, url) => {
    expect(safeUrl(value)).toBe(url)
    expect(safeImage(value)).toBe(url)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,AAAA',
    'blob:https://a.example/x',
    'file:///etc/passwd',
    'vbscript:x',
    'http://a.example/',
    'http://127.0.0.1.a.example/',
    'http://localhost.a.example/',
    'http://localhost@a.example/',
    'https://user:pass@a.example/',
    'https://user@a.example/',
    '//a.example/x',
    '/x',
    'x',
    '',
    'https://',
    'https:///',
    'ipfs://',
    'ipfs://../../x',
    'ipfs://@a.example/x',
    'ftp://a.example',
    'ws://a.example',
    'about:blank',
    'filesystem:https://a.example/x',
  ])('are left out: %j', (value) => {
    const url = safeUrl(value)
    // A URL parser drops three slashes and gives a host; that is then a plain https address.
    if (url !== undefined) expect(url).toMatch(/^https:\/\/[a-z]/)
    expect(value.startsWith('https:///') ? undefined : url).toBeUndefined()
  })

  test.each([undefined, null, 7, {}, [], ['https://a.example/'], { toString: () => 'https://a.example/' }])(
    'are left out if the value is %j',
    (value) => {
      expect(safeUrl(value)).toBeUndefined()
      expect(safeImage(value)).toBeUndefined()
    },
  )

  test('are limited to 2,048 characters for a link and 128 KB for an embedded picture', () => {
    expect(safeUrl(`https://a.example/${'x'.repeat(2_040)}`)).toBeUndefined()
    expect(safeUrl(`https://a.example/${'字'.repeat(1_000)}`)).toBeUndefined()
    expect(safeImage(`data:image/png;base64,${'A'.repeat(100_000)}`)).toMatch(/^data:image\/png/)
    expect(safeImage(`data:image/png;base64,${'A'.repeat(131_072)}`)).toBeUndefined()
  })

  test.each([
    'data:text/html,x',
    'data:image/svg+xml-evil,x',
    'data:,x',
    'data:application/javascript,x',
    'DATA:IMAGE/PNG,x',
    'data:image/pngx;base64,A',
    'data:image/png',
  ])('are not accepted as pictures: %s', (value) => {
    expect(safeImage(value)).toBeUndefined()
  })

  test.each(['png', 'webp', 'svg+xml', 'jpeg', 'gif'])('are accepted as pictures of type %s', (type) => {
    const value = `data:image/${type};base64,AAAA`
    expect(safeImage(value)).toBe(value)
    expect(safeUrl(value)).toBeUndefined()
  })

  test('are returned as a URL parser returns them if host and path are simple', () => {
    const start = fc.constantFrom(
      'https://a.example',
      'https://a-b.c1.example',
      'http://127.0.0.1:5174',
      'http://127.0.0.1:80',
      'http://127.0.0.1:0123',
    )
    const path = fc.string({ unit: fc.constantFrom('/', '.', 'a', '_', '-', '~', '7'), maxLength: 12 })
    fc.assert(
      fc.property(start, path, (origin, rest) => {
        expect(safeUrl(`${origin}/${rest}`, true)).toBe(new URL(`${origin}/${rest}`).href)
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  test('are accepted only with https and a host name, and without a user name', () => {
    const scheme = fc.constantFrom(
      'https://',
      'http://',
      'javascript:',
      'data:',
      'ipfs://',
      ' https://',
      'https:\\\\',
    )
    fc.assert(
      fc.property(scheme, fc.string({ unit: 'binary', maxLength: 60 }), (start, rest) => {
        const url = safeUrl(start + rest)
        if (url === undefined) return
        const parsed = new URL(url)
        expect(parsed.protocol).toBe('https:')
        expect(parsed.hostname).toMatch(/[^.]\.[^.\d]/)
        expect(parsed.username + parsed.password).toBe('')
        expect(url).not.toMatch(/[\s<>"]/)
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})

/** Addresses that a browser must not be made to call, in the spellings that it understands. */
const loopback = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0x7F.0X0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '①②⑦.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌocalhost',
  'loc%61lhost',
  'app.localhost',
  'a.b.localhost.',
]
const others = [
  '0.0.0.0',
  '0',
  '0x0',
  '00.00.00.00',
  '10.0.0.1',
  '10.1',
  '0xa.0.0.1',
  '167772161',
  '012.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '0xc0a80001',
  '3232235521',
  '192.0.0.170',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  'router',
  'intranet',
  'printer.local',
  'PRINTER.LOCAL.',
  'metadata.google.internal',
  'host.docker.internal',
  'localhost.localdomain',
  'nas.lan',
  'fritz.home',
  'router.home.arpa',
  '1.0.0.127.in-addr.arpa',
  'wiki.corp',
  'db.private',
  'hr.intranet',
  'printer。local',
]

describe('[G9] Picture and document URLs on this machine or its network', () => {
  const spellings = (host: string) => [
    `http://${host}/x.png`,
    `https://${host}/x.png`,
    `http://${host}:8080/x.png`,
    `https://${host}:9/x.png`,
    `https://${host}`,
    `HTTPS:${host}/a/../x.png?y#z`,
    `https:\\\\${host}\\x.png`,
  ]

  test.each([...loopback, ...others])('are refused: %s', (host) => {
    for (const url of spellings(host)) {
      expect(safeUrl(url), url).toBeUndefined()
      expect(safeImage(url), url).toBeUndefined()
    }
  })

  test.each(loopback)('are accepted on %s if the page itself is on this machine', (host) => {
    expect(safeUrl(`http://${host}:8547/x.png`, true)).toMatch(/^http:/)
    expect(safeImage(`https://${host}/x.png`, true)).toMatch(/^https:/)
  })

  test.each(others)('are refused on %s even if the page is on this machine', (host) => {
    for (const url of spellings(host)) expect(safeUrl(url, true), url).toBeUndefined()
  })

  test.each([
    'https://a.example/',
    'https://localhost.example/',
    'https://local.example/',
    'https://127.0.0.1.example/',
    'https://my.locals/',
    'https://home.arpa.example/',
    'https://xn--bcher-kva.example/',
    'https://a.example:8443/',
  ])('are told apart from the public URL %s, which is accepted', (url) => {
    expect(safeUrl(url)).toBe(new URL(url).href)
  })

  test('are refused for every host that a URL parser reads as numbers or as one word', () => {
    const part = fc.oneof(
      fc.nat(255).map(String),
      fc.nat(255).map((value) => `0x${value.toString(16)}`),
      fc.nat(255).map((value) => `0${value.toString(8)}`),
      fc.nat(0xffff_ffff).map(String),
      fc.constantFrom('', 'local', 'localhost', 'internal', 'a', '%2e', '。', '．', '１'),
    )
    const dotted = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'))
    const host = fc.oneof(
      dotted,
      fc.ipV4Extended(),
      fc.ipV6().map((address) => `[${address}]`),
    )
    fc.assert(
      fc.property(host, fc.constantFrom('http', 'https'), fc.boolean(), (name, scheme, isLocal) => {
        const url = safeUrl(`${scheme}://${name}/x`, isLocal)
        if (url === undefined) return
        const { hostname } = new URL(url)
        const isThisMachine = /^127\.|^\[::1\]$|(^|\.)localhost\.?$/.test(hostname)
        if (isThisMachine) expect(isLocal, hostname).toBe(true)
        else expect(hostname).toMatch(/\.(?!local\.?$|localhost\.?$|internal\.?$)[^.\d]+\.*$/)
      }),
      { numRuns: propertyRuns(3_000) },
    )
  })

  test('are accepted in a link that a person clicks', () => {
    expect(safeLink('http://127.0.0.1:4000/tx/0x1')).toBe('http://127.0.0.1:4000/tx/0x1')
    expect(safeLink('https://192.168.1.7/tx/0x1')).toBe('https://192.168.1.7/tx/0x1')
    for (const bad of ['http://a.example/', 'javascript:alert(1)', 'https://u@a.example/', 'data:,x', 7]) {
      expect(safeLink(bad)).toBeUndefined()
    }
  })
})
