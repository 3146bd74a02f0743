/** Invalid response bodies, each with the error code that it must cause. */

/** A body in several parts. @param end how the stream ends */
export function stream(parts: Uint8Array[], end: 'close' | 'hang' | 'cut' = 'close'): ReadableStream {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const part = parts[next++]
      if (part) controller.enqueue(part)
      else if (end === 'close') controller.close()
      else if (end === 'cut') controller.error(new TypeError('terminated'))
      else return new Promise(() => {})
      return undefined
    },
  })
}
export const bytes = (text: string) => new TextEncoder().encode(text)
export const type = (value: string) => ({ headers: { 'content-type': value } })
export const megabyte = new Uint8Array(1_000_000).fill(0x20)

/** [name, response, code] for every kind of invalid body. */
export const bodies: [string, () => Response, string][] = [
  ['a page of HTML', () => new Response('<html>Sign in</html>', type('text/html')), 'http_html'],
  [
    'HTML with the content type of JSON',
    () => new Response('\n <!doctype html>', type('application/json')),
    'http_html',
  ],
  ['HTML without a content type', () => new Response(stream([bytes('<html>')])), 'http_html'],
  ['status 204 without a body', () => new Response(null, { status: 204 }), 'http_empty'],
  ['an empty body', () => new Response('', type('application/json')), 'http_empty'],
  ['a body of white space', () => new Response(' \n', type('application/json')), 'http_empty'],
  ['truncated JSON', () => new Response('{"balances":[{"na', type('application/json')), 'http_json'],
  ['plain text', () => new Response('hello', type('text/plain')), 'http_type'],
  ['an image', () => new Response(stream([bytes('GIF89a')]), type('image/gif')), 'http_type'],
  [
    'a body of 20 MB',
    () => new Response(stream(new Array(20).fill(megabyte)), type('application/json')),
    'http_size',
  ],
  [
    'a content-length of 50 MB',
    () =>
      new Response('{}', { headers: { 'content-type': 'application/json', 'content-length': '50000000' } }),
    'http_size',
  ],
  [
    'a lost connection',
    () => new Response(stream([bytes('{"a":')], 'cut'), type('application/json')),
    'http_network',
  ],
]
