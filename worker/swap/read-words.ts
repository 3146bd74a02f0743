/**
 * The arguments of a call, word by word, as they are encoded.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */

export interface Call {
  /** `0x` and 8 digits. */
  selector: string
  /** 32 bytes each, as 64 digits. */
  words: readonly string[]
}

/** Undefined for what is no call with whole words. */
export function readCall(data: unknown): Call | undefined {
  if (typeof data !== 'string' || !/^0x[0-9a-f]{8}(?:[0-9a-f]{64})*$/i.test(data)) return undefined
  const text = data.toLowerCase()
  return { selector: text.slice(0, 10), words: text.slice(10).match(/.{64}/g) ?? [] }
}

/** Undefined where the word is not there. */
export function readNumber(word: string | undefined): bigint | undefined {
  return word === undefined ? undefined : BigInt(`0x${word}`)
}

/** In lower case. Undefined also where something stands before it: a contract may read that as it likes. */
export function readAddress(word: string | undefined): string | undefined {
  return word && /^0{24}/.test(word) ? `0x${word.slice(24)}` : undefined
}
