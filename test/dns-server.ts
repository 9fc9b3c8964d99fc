import { createSocket } from 'node:dgram'
import { atEnd } from './at-end.ts'

const HEADER = 12
const IPV4 = 1

/** A local DNS server that resolves these names and responds after `ready`. Returns its address. */
export async function aDnsServer(
  known: Record<string, string[]>,
  { onQuery = () => {}, ready = Promise.resolve() }: { onQuery?: () => void; ready?: Promise<void> } = {},
) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    onQuery()
    void ready.then(() => socket.send(responseTo(query, known), port, address))
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  atEnd(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

/** The question, followed by one A record per address. */
function responseTo(query: Buffer, known: Record<string, string[]>) {
  const labels: string[] = []
  let at = HEADER
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const question = query.subarray(HEADER, at + 5)
  const found = query.readUInt16BE(at + 1) === IPV4 ? (known[labels.join('.').toLowerCase()] ?? []) : []
  const header = Buffer.alloc(HEADER)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  // A pointer to the name in the question, type A, class IN, TTL 0, four bytes.
  const start = Buffer.from([0xc0, HEADER, 0, IPV4, 0, 1, 0, 0, 0, 0, 0, 4])
  const records = found.map((address) => Buffer.concat([start, Buffer.from(address.split('.').map(Number))]))
  return Buffer.concat([header, question, ...records])
}
