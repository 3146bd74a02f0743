import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeImage, safeUrl } from '../../src/core/url.ts'

describe('[F18] Links and pictures of strangers', () => {
  test.each([
    ['https://icons.example/a.png', 'https://icons.example/a.png'],
    ['https://icons.example/a b.png?x="y"', 'https://icons.example/a%20b.png?x=%22y%22'],
    ['HTTPS://ICONS.EXAMPLE', 'https://icons.example/'],
    ['ipfs://Qm12ab/1.png', 'https://ipfs.io/ipfs/Qm12ab/1.png'],
    ['ipfs://ipfs/Qm12ab', 'https://ipfs.io/ipfs/Qm12ab'],
    ['http://127.0.0.1:8547/a.png', 'http://127.0.0.1:8547/a.png'],
    ['http://localhost:1/a', 'http://localhost:1/a'],
  ])('%s is %s', (value, url) => {
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
  ])('%j is left out', (value) => {
    const url = safeUrl(value)
    // A URL parser drops three slashes and gives a host; that is then a plain https address.
    if (url !== undefined) expect(url).toMatch(/^https:\/\/[a-z]/)
    expect(value.startsWith('https:///') ? undefined : url).toBeUndefined()
  })

  test.each([undefined, null, 7, {}, [], ['https://a.example/'], { toString: () => 'https://a.example/' }])(
    '%j is no link',
    (value) => {
      expect(safeUrl(value)).toBeUndefined()
      expect(safeImage(value)).toBeUndefined()
    },
  )

  test('a link has at most 2,048 characters, a picture written out at most 128 KB', () => {
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
  ])('%s is no picture', (value) => {
    expect(safeImage(value)).toBeUndefined()
  })

  test.each(['png', 'webp', 'svg+xml', 'jpeg', 'gif'])('a picture of type %s is one', (type) => {
    const value = `data:image/${type};base64,AAAA`
    expect(safeImage(value)).toBe(value)
    expect(safeUrl(value)).toBeUndefined()
  })

  test('an address of the simple form is what a URL parser makes of it', () => {
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
        expect(safeUrl(`${origin}/${rest}`)).toBe(new URL(`${origin}/${rest}`).href)
      }),
      { numRuns: Number(process.env['PBT_RUNS'] ?? 2_000) },
    )
  })

  test('whatever comes, what is let through is https to a host without a user, or this machine', () => {
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
        expect(
          parsed.protocol === 'https:' || /^(127\.0\.0\.1|localhost|\[::1\])$/.test(parsed.hostname),
        ).toBe(true)
        expect(parsed.username + parsed.password).toBe('')
        expect(url).not.toMatch(/[\s<>"]/)
      }),
      { numRuns: Number(process.env['PBT_RUNS'] ?? 2_000) },
    )
  })
})
