import { hex } from '@scure/base'

/** 128 random bits as hexadecimal digits. */
export function createNonce(): string {
  return hex.encode(crypto.getRandomValues(new Uint8Array(16)))
}
