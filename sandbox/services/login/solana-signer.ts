/** Answers Solana requests with a person's key. Transactions are base58 texts. */
import { Connection, type Keypair, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import nacl from 'tweetnacl'

export async function answerOnSolana(keys: Keypair, asked: Record<string, unknown>): Promise<unknown> {
  const { method, rpcUrl } = asked as { method: string; rpcUrl: string }
  const { message, transaction, transactions, pubkey } = asked['params'] as Record<string, never>
  if (pubkey && pubkey !== keys.publicKey.toBase58()) throw new Error('This account is not yours.')

  function sign(text: string): VersionedTransaction {
    const read = VersionedTransaction.deserialize(bs58.decode(text))
    read.sign([keys])
    return read
  }
  const write = (signed: VersionedTransaction) => bs58.encode(signed.serialize())

  switch (method) {
    case 'solana_signMessage':
      return { signature: bs58.encode(nacl.sign.detached(bs58.decode(message!), keys.secretKey)) }
    case 'solana_signTransaction':
      return { transaction: write(sign(transaction!)) }
    case 'solana_signAllTransactions':
      return { transactions: (transactions! as string[]).map((one) => write(sign(one))) }
    case 'solana_signAndSendTransaction':
      return { signature: await new Connection(rpcUrl).sendRawTransaction(sign(transaction!).serialize()) }
    default:
      throw new Error(`Action not allowed: ${method}`)
  }
}
