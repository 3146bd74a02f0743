/**
 * Reads the name and symbol of a Solana token: from its mint, or from a metadata account, which tokens of the original
 * program use.
 */
import type { Buffer } from 'buffer'
import { ExtensionType, getExtensionData, unpackMint } from '@solana/spl-token'
import { type AccountInfo, type Connection, PublicKey } from '@solana/web3.js'
import { fetchAccount } from './solana-accounts.ts'

/** The names as the issuer wrote them, not cleaned. Empty if the token has none. */
export interface MintNames {
  symbol: string
  name: string
}

/** The program that owns metadata accounts. @see https://developers.metaplex.com/token-metadata */
const METADATA = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
/** The first byte of a metadata account. */
const METADATA_V1 = 4
/** Bytes before the names, in a mint and in a metadata account: the keys of the issuer and of the mint. */
const KEYS = 64

/**
 * @param info the account of a valid mint
 * @throws the node's error
 */
export async function fetchMintNames(
  connection: Connection,
  mint: PublicKey,
  info: AccountInfo<Buffer>,
): Promise<MintNames> {
  const { tlvData } = unpackMint(mint, info, info.owner)
  const own = getExtensionData(ExtensionType.TokenMetadata, tlvData)
  if (own) return readNames(own, mint)
  const seeds = [new TextEncoder().encode('metadata'), METADATA.toBytes(), mint.toBytes()]
  const account = await fetchAccount(connection, PublicKey.findProgramAddressSync(seeds, METADATA)[0])
  return account?.owner.equals(METADATA) && account.data[0] === METADATA_V1
    ? readNames(account.data.subarray(1), mint)
    : none
}

const none: MintNames = { symbol: '', name: '' }

/** Reads name and symbol: each has its length in bytes before it. Metadata accounts pad the text with zeros. */
function readNames(data: Uint8Array, mint: PublicKey): MintNames {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = KEYS
  const read = () => {
    const end = at + 4 + view.getUint32(at, true)
    if (end > data.length) throw new RangeError('The text is longer than the account.')
    const text = new TextDecoder().decode(data.subarray(at + 4, end))
    at = end
    return text.replace(/\0+$/, '')
  }
  try {
    if (!mint.equals(new PublicKey(data.subarray(32, KEYS)))) return none
    const name = read()
    return { name, symbol: read() }
  } catch {
    return none
  }
}
