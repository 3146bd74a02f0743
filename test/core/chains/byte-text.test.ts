import { expect, it } from 'vitest'
import { fromBase58, fromBase64, fromHex } from '../../../src/core/chains/byte-text.ts'

it.each([
  ['base58 with leading zero bytes', fromBase58, '1112', [0, 0, 0, 1]],
  ['empty base58', fromBase58, '', []],
  ['padded base64', fromBase64, 'AP8=', [0, 255]],
  ['base64 without padding', fromBase64, 'AP8', [0, 255]],
  ['base64 with line breaks', fromBase64, 'AP\r\n8=\n', [0, 255]],
  ['empty base64', fromBase64, '', []],
  ['hex in mixed case', fromHex, '00fF', [0, 255]],
])('Text decoding reads %s', (_, read, text, bytes) => {
  expect([...read(text)!]).toEqual(bytes)
})

it.each([
  ['base58', fromBase58, ['0', 'O', 'I', 'l', 'a b', 'é', '💎']],
  ['base64', fromBase64, ['AP9', 'AP9=', 'AP8==', 'A', '!!', 'é', '💎']],
  ['hex', fromHex, ['', '0', '0x00', 'gg', '0 ', 'é', '💎']],
])('Text decoding rejects text that is not %s', (_, read, texts) => {
  for (const text of texts) expect(read(text), text).toBeUndefined()
})
