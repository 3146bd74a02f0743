/** Against the examples of BIP-322, and against another library. */
import { base58 } from '@scure/base'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { p2pk, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer'
import { Signer, Verifier } from 'bip322-js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyBitcoinSignature } from '../../../worker/siwx/verify-bitcoin.ts'
import { propertyRuns } from '../../property-runs.ts'

const verify = (address: string, message: string, signature: string) =>
  verifyBitcoinSignature({ address, message, signature, domain: '', caipNetworkId: 'bip122:x' })

/** Of the private key in BIP-322's examples. */
const WIF = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'

const SEGWIT = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const signatures = {
  '': 'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  'Hello World':
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
}
const TAPROOT = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const byTaproot =
  'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ=='

describe('a signature of a Bitcoin account', () => {
  it.each(Object.entries(signatures))(
    '[F22] is valid by BIP-322 only for the signing address and the message %j',
    (message, signature) => {
      expect(verify(SEGWIT, message, signature)).toEqual({ outcome: 'valid' })
      expect(verify(SEGWIT, `${message}!`, signature)).toEqual({ outcome: 'invalid', fault: 'signature' })
      expect(verify('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', message, signature)).toEqual({
        outcome: 'invalid',
        fault: 'signer',
      })
    },
  )

  it('[F22] is valid by BIP-322 for a taproot address, and only for the signed message', () => {
    expect(verify(TAPROOT, 'Hello World', byTaproot)).toEqual({ outcome: 'valid' })
    expect(verify(TAPROOT, 'Hello', byTaproot)).toEqual({ outcome: 'invalid', fault: 'signature' })
  })

  it.each(['', 'AA==', 'nonsense!', `${'A'.repeat(88)}`, 'A'.repeat(500), signatures[''].slice(0, -4)])(
    'is invalid when the signature is %j',
    (signature) => {
      expect(verify(SEGWIT, '', signature)).toEqual({ outcome: 'invalid', fault: 'signature' })
    },
  )

  it('[F22] is valid when a second library accepts it, for each segwit address type, and only for the signing key', () => {
    const own = secp256k1.getPublicKey(readKey(WIF))
    const toAddresses = (one: Uint8Array) => [
      p2sh(p2wpkh(one)).address!,
      p2wpkh(one).address!,
      p2tr(one.subarray(1)).address!,
    ]
    const others = toAddresses(secp256k1.getPublicKey(secp256k1.utils.randomPrivateKey()))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (message) => {
        for (const [index, address] of toAddresses(own).entries()) {
          const signature = Signer.sign(WIF, address, message)
          expect(Verifier.verifySignature(address, message, signature)).toBe(true)
          expect(verify(address, message, signature), address).toEqual({ outcome: 'valid' })
          expect(verify(others[index]!, message, signature).outcome).toBe('invalid')
          expect(verify(address, `${message} `, signature).outcome).toBe('invalid')
        }
      }),
      { numRuns: propertyRuns(25) },
    )
  })

  it('[F22] is valid in the legacy format for each address type of the key that is recovered from the signature', () => {
    const message = 'This is an example of a signed message.'
    const signature =
      'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk='
    const address = '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV'
    expect(verify(address, message, signature)).toEqual({ outcome: 'valid' })
    expect(verify(address, `${message}.`, signature)).toEqual({ outcome: 'invalid', fault: 'signer' })
    expect(verify(SEGWIT, message, signature)).toEqual({ outcome: 'invalid', fault: 'signer' })
    // The same, said to be of a key that is written at full length: another address.
    const long = Buffer.from(signature, 'base64')
    long[0]! -= 4
    expect(verify(address, message, long.toString('base64'))).toEqual({ outcome: 'invalid', fault: 'signer' })
    const nested = p2sh(p2wpkh(recover(message, signature))).address!
    expect(verify(nested, message, signature)).toEqual({ outcome: 'valid' })
  })

  it('[F22] has the result unknown if it contains the script of the account’s address, and is invalid with a different script', () => {
    const own = secp256k1.getPublicKey(readKey(WIF))
    const pay = p2pk(own)
    const [plain, nested] = [p2wsh(pay), p2sh(p2wsh(pay))].map(({ address }) => address!)
    const signature = (...items: Uint8Array[]) =>
      Buffer.concat([
        Uint8Array.of(items.length),
        ...items.flatMap((item) => [Uint8Array.of(item.length), item]),
      ]).toString('base64')
    const bytes = new Uint8Array(71).fill(7)
    const other = p2pk(secp256k1.getPublicKey(secp256k1.utils.randomPrivateKey())).script
    for (const address of [plain!, nested!]) {
      expect(verify(address, 'x', signature(bytes, pay.script))).toEqual({ outcome: 'unknown' })
      expect(verify(address, 'x', signature(bytes, other)).outcome).toBe('invalid')
      expect(verify(address, 'x', 'no base64!').outcome).toBe('invalid')
      // Of more items, or longer ones, than the short form has.
      expect(verify(address, 'x', Buffer.alloc(400, 0xfe).toString('base64'))).toEqual({ outcome: 'unknown' })
    }
    expect(verify(SEGWIT, 'x', signature(bytes, pay.script)).outcome).toBe('invalid')
    const place = Uint8Array.of(0xc0, ...own.subarray(1))
    expect(verify(TAPROOT, 'x', signature(bytes, pay.script, place))).toEqual({ outcome: 'unknown' })
    expect(verify(TAPROOT, 'x', signature(bytes, place, Uint8Array.of(0x50)))).toEqual({ outcome: 'unknown' })
    expect(verify(TAPROOT, 'x', signature(bytes, pay.script)).outcome).toBe('invalid')
    expect(verify(TAPROOT, 'x', signature(bytes, place.subarray(1))).outcome).toBe('invalid')
  })

  it('[F22] is invalid when any of its bits is flipped', () => {
    const bytes = Buffer.from(signatures['Hello World'], 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const turned = Buffer.from(bytes)
      turned[bit >> 3]! ^= 1 << (bit & 7)
      expect(verify(SEGWIT, 'Hello World', turned.toString('base64')).outcome, `bit ${bit}`).toBe('invalid')
    }
  })
})

/** Of a key for compressed addresses: a byte before it, and one and a checksum behind. */
function readKey(wif: string): Uint8Array {
  return base58.decode(wif).subarray(1, 33)
}

/** The key behind a signature of the older kind. */
function recover(message: string, signature: string): Uint8Array {
  const bytes = Buffer.from(signature, 'base64')
  const text = Buffer.from(`\x18Bitcoin Signed Message:\n${String.fromCharCode(message.length)}${message}`)
  return secp256k1.Signature.fromCompact(bytes.subarray(1))
    .addRecoveryBit((bytes[0]! - 27) & 3)
    .recoverPublicKey(sha256(sha256(text)))
    .toRawBytes()
}
