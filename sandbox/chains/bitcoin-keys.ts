/** The sandbox's Bitcoin keys, on regtest. They are public, so their signatures are worthless elsewhere. */
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { keccak256, toBytes } from 'viem'

export interface BitcoinKey {
  privateKey: Uint8Array
  /** 33 bytes; for taproot only the x coordinate, 32 bytes. */
  publicKey: Uint8Array
  address: string
  purpose: 'payment' | 'ordinals'
  /** Locking script of the address. */
  script: Uint8Array
  /** Only for taproot addresses. */
  tapInternalKey?: Uint8Array
}

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

export const bitcoinKeys = {
  payment: createPaymentKey('mara pays'),
  ordinals: createOrdinalsKey('mara collects'),
  /** A key that the wallet doesn't own. */
  stranger: createPaymentKey('stranger'),
}

function createPaymentKey(name: string): BitcoinKey {
  const privateKey = createPrivateKey(name)
  const publicKey = pubECDSA(privateKey, true)
  const { address, script } = p2wpkh(publicKey, regtest)
  return { privateKey, publicKey, address: address!, purpose: 'payment', script }
}

function createOrdinalsKey(name: string): BitcoinKey {
  const privateKey = createPrivateKey(name)
  const publicKey = pubSchnorr(privateKey)
  const { address, script } = p2tr(publicKey, undefined, regtest)
  return { privateKey, publicKey, address: address!, purpose: 'ordinals', script, tapInternalKey: publicKey }
}

function createPrivateKey(name: string): Uint8Array {
  return keccak256(toBytes(`billfold sandbox on bitcoin: ${name}`), 'bytes')
}
