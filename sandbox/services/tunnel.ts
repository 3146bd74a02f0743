/** Forwards a port to another port of this machine, byte for byte. The Solana node's WebSocket uses this. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Tunnel {
  port: number
  close(): Promise<void>
}

/**
 * @param getTarget returns the target's URL; called for each connection
 * @param port 0 for any free port
 */
export async function startTunnel(getTarget: () => string, port: number): Promise<Tunnel> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const { hostname, port: targetPort } = new URL(getTarget())
    const far = connect(Number(targetPort), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      // When one end closes, close the other too.
      socket.once('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
