import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { atEnd } from './at-end.ts'

/** Forwards everything, stops responding, or refuses connections. */
export type ProxyState = 'up' | 'silent' | 'down'

/** A proxy in front of PostgreSQL that simulates outages. */
export async function aDatabaseProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: ProxyState = 'up'
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => (sockets.delete(socket), near.destroy(), far.destroy()))
    }
    near.on('data', (chunk) => state === 'up' && far.write(chunk))
    far.on('data', (chunk) => state === 'up' && near.write(chunk))
  })
  const listen = async (on: number) => once(server.listen(on, '127.0.0.1'), 'listening')
  await listen(0)
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  const drop = () => sockets.forEach((socket) => socket.destroy())
  atEnd(() => (drop(), server.close()))
  const url = new URL(target)
  url.port = String(own)
  return {
    url: url.href,
    async set(next: ProxyState) {
      if (next === 'down') server.close()
      if (next !== 'silent') drop()
      if (state === 'down' && next !== 'down') await listen(own)
      state = next
    },
  }
}
