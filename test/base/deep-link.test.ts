import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canOpenByItself,
  type Device,
  formatDeepLink,
  formatSessionLink,
  getLinkTarget,
  getWalletLink,
  toLinkBase,
} from '../../src/base/deep-link.ts'
import { propertyRuns } from '../property-runs.ts'
import '../seed.ts'

const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1705667684'
const computer: Device = {
  isPhone: false,
  isAndroid: false,
  isIos: false,
  isTelegram: false,
  isFramed: false,
}
const phone = { ...computer, isPhone: true }
const telegram = { ...phone, isTelegram: true }

describe('A wallet’s deep link', () => {
  test.each([
    ['lantern', 'lantern://'],
    ['lantern:', 'lantern://'],
    ['lantern:/', 'lantern://'],
    ['lantern://', 'lantern://'],
    ['Lantern://', 'lantern://'],
    ['lantern://open', 'lantern://open/'],
    ['lantern://navigate/Pairing/', 'lantern://navigate/Pairing/'],
    ['com.example.lantern-2:', 'com.example.lantern-2://'],
    ['https://lantern.example', 'https://lantern.example/'],
    ['https://lantern.example/app', 'https://lantern.example/app/'],
    ['HTTPS://Lantern.example/app/', 'https://lantern.example/app/'],
    ['http://127.0.0.1:4179/', 'http://127.0.0.1:4179/'],
  ])(
    'starts with the link from the wallet directory, completed to a base URL: %s becomes %s',
    (link, base) => {
      expect(toLinkBase(link)).toBe(base)
      expect(formatDeepLink(base, uri, phone)).toBe(`${base}wc?uri=${encodeURIComponent(uri)}`)
    },
  )

  test('is the universal link if the page prefers universal links and the wallet has one', () => {
    const wallet = {
      id: 'lantern',
      name: 'Lantern',
      mobile_link: 'lantern:',
      link_mode: 'https://lantern.example/open',
      desktop_link: 'lantern-desktop',
      webapp_link: 'https://web.lantern.example',
    }
    expect(getWalletLink(wallet, 'mobile')).toBe('lantern://')
    expect(getWalletLink(wallet, 'mobile', { preferUniversalLinks: true })).toBe(
      'https://lantern.example/open/',
    )
    const { link_mode: _, ...plain } = wallet
    expect(getWalletLink(plain, 'mobile', { preferUniversalLinks: true })).toBe('lantern://')
    expect(getWalletLink(wallet, 'desktop')).toBe('lantern-desktop://')
    expect(getWalletLink(wallet, 'web')).toBe('https://web.lantern.example/')
    expect(getWalletLink({ id: 'x', name: 'X' }, 'mobile')).toBeUndefined()
  })

  test('encodes the pairing URI twice inside Telegram on Android, and once everywhere else', () => {
    const twice = encodeURIComponent(encodeURIComponent(uri))
    expect(formatDeepLink('lantern://', uri, { ...telegram, isAndroid: true })).toBe(
      `lantern://wc?uri=${twice}`,
    )
    for (const device of [telegram, { ...telegram, isIos: true }, { ...phone, isAndroid: true }])
      expect(formatDeepLink('lantern://', uri, device)).toBe(`lantern://wc?uri=${encodeURIComponent(uri)}`)
  })

  test('opens in the same tab on a phone (in the top frame if the page is framed), and in a new tab everywhere else', () => {
    expect(getLinkTarget('mobile', phone)).toBe('_self')
    expect(getLinkTarget('mobile', { ...phone, isFramed: true })).toBe('_top')
    expect(getLinkTarget('mobile', telegram)).toBe('_blank')
    expect(getLinkTarget('desktop', computer)).toBe('_blank')
    expect(getLinkTarget('web', { ...computer, isFramed: true })).toBe('_blank')
  })

  test('can open automatically, except in Safari on iOS and in Telegram, where the user must tap it', () => {
    expect(canOpenByItself({ ...phone, isAndroid: true })).toBe(true)
    expect(canOpenByItself({ ...phone, isIos: true })).toBe(false)
    expect(canOpenByItself(telegram)).toBe(false)
  })

  test('contains the topic of the WalletConnect session whose request is pending', () => {
    expect(formatSessionLink('lantern://', 'ab12')).toBe('lantern://wc?sessionTopic=ab12')
  })
})

/** Written in the ways in which one is smuggled past a look at its start. */
const disguises = (scheme: string) => [
  scheme,
  `${scheme}:`,
  `${scheme}://`,
  `${scheme}:///`,
  `${scheme.toUpperCase()}:alert(1)`,
  `${scheme}://x`,
  ` ${scheme}://`,
  `\u0001${scheme}://`,
  `${scheme[0]}\n${scheme.slice(1)}://`,
  `${scheme[0]}\t${scheme.slice(1)}:`,
  `${scheme}\u200b://`,
  `/${scheme}:`,
  `${scheme}:/:`,
  `${scheme}://%0aalert(1)//`,
  `${scheme}://x?fallback=`,
  `view:${scheme}://`,
  `${scheme}\\:`,
  `${scheme}://user@host`,
]
const dangerous =
  'javascript vbscript data file filesystem blob intent about view-source chrome chrome-extension content tel sms mailto ws wss ftp ms-msdt search-ms itms-services'.split(
    ' ',
  )

describe('[F21] A link from the wallet directory', () => {
  const others = [
    'intent://wc#Intent;scheme=lantern;S.browser_fallback_url=https%3A%2F%2Fevil.example;end',
    'https://user:pass@lantern.example/',
    'https://lantern.example@evil.example/',
    'https:lantern@evil.example',
    'https://lantern.example/?next=',
    'https://lantern.example/#',
    'https://lantern.example\\@evil.example',
    'http://lantern.example/',
    'http://127.0.0.1.evil.example/',
    'lantern://user:pass@host',
    'lantern://x?next=',
    'lantern://x#',
    'lantern://x y',
    'lantern://"><script>',
    'lan\u0442ern://',
    'lantern\u202e://',
    '1lantern://',
    '://',
    '//evil.example',
    '/wc',
    'wc:uri=x',
    '',
    `${'a'.repeat(600)}://`,
    undefined,
    null,
    7,
    {},
    ['lantern:'],
  ]

  test('is rejected if its scheme is dangerous, however the scheme is disguised', () => {
    const written = [...dangerous.flatMap(disguises), ...others]
    expect(written.length).toBeGreaterThan(400)
    for (const link of written) expect([link, toLinkBase(link)]).toEqual([link, undefined])
  })

  test('is either rejected or opened with a safe scheme and the exact pairing URI, whatever its text', () => {
    const scheme = fc.stringMatching(/^[a-z][a-z0-9+.-]{1,20}$/)
    const link = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.tuple(scheme, fc.constantFrom('', ':', '://', '://a/b')).map((parts) => parts.join('')),
      fc.tuple(fc.constantFrom(...dangerous), fc.string()).map(([name, rest]) => `${name}:${rest}`),
    )
    const pairing = fc.string({ unit: 'grapheme' }).map((text) => `wc:${text}`)
    fc.assert(
      fc.property(link, pairing, fc.boolean(), (given, text, isTwice) => {
        const base = toLinkBase(given)
        if (base === undefined) return
        const device = { ...telegram, isAndroid: isTwice }
        const opened = new URL(formatDeepLink(base, text, device))
        expect(dangerous).not.toContain(opened.protocol.slice(0, -1))
        expect(opened.username + opened.password + opened.hash).toBe('')
        expect([...opened.searchParams.keys()]).toEqual(['uri'])
        const got = opened.href.slice(opened.href.indexOf('?uri=') + 5)
        const once = decodeURIComponent(got)
        expect(isTwice ? decodeURIComponent(once) : once).toBe(text)
        // What is a base stays the same one.
        expect(toLinkBase(base)).toBe(base)
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})
