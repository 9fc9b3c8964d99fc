import { writeFile } from 'node:fs/promises'

const RECORD_BYTES = 3
const SEPARATOR_BYTES = 16
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

type Entry = { network: string; bits: number; country: string }
type Node = [Node | string | null, Node | string | null]

/** Writes a database in MaxMind’s format (version 2, 24-bit records, IPv6) with these networks. */
export async function writeCountryDatabase(path: string, entries: readonly Entry[]) {
  const root: Node = [null, null]
  for (const entry of entries) insert(root, entry)
  const nodes: Node[] = []
  number(root, nodes)
  const data: Buffer[] = []
  const offsets = new Map<string, number>()
  let size = 0
  for (const country of new Set(entries.map((entry) => entry.country))) {
    offsets.set(country, size)
    const value = encode({ country: { iso_code: country } })
    data.push(value)
    size += value.length
  }
  const record = (side: Node | string | null) => {
    const value =
      side === null
        ? nodes.length
        : typeof side === 'string'
          ? nodes.length + SEPARATOR_BYTES + (offsets.get(side) ?? 0)
          : nodes.indexOf(side)
    const bytes = Buffer.alloc(RECORD_BYTES)
    bytes.writeUIntBE(value, 0, RECORD_BYTES)
    return bytes
  }
  const tree = nodes.flatMap(([left, right]) => [record(left), record(right)])
  const metadata = encode({
    node_count: nodes.length,
    record_size: RECORD_BYTES * 8,
    ip_version: 6,
    database_type: 'Test-Country',
    languages: [],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: 'Countries of a test' },
  })
  await writeFile(path, Buffer.concat([...tree, Buffer.alloc(SEPARATOR_BYTES), ...data, METADATA_MARKER, metadata]))
}

function insert(root: Node, { network, bits, country }: Entry) {
  const path = bitsOf(network)
  const depth = network.includes('.') ? 96 + bits : bits
  let node = root
  for (let at = 0; at < depth - 1; at += 1) {
    const side = path[at] ?? 0
    const next = node[side]
    if (typeof next === 'object' && next !== null) node = next
    else node = node[side] = [null, null]
  }
  node[path[depth - 1] ?? 0] = country
}

/** IPv4 networks are below the first 96 bits, all zero. */
function bitsOf(network: string): (0 | 1)[] {
  const groups = network.includes('.')
    ? [...Array<number>(12).fill(0), ...network.split('.').map(Number)].map((byte) => byte.toString(2).padStart(8, '0'))
    : expand(network).map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
  return [...groups.join('')].map((bit) => (bit === '1' ? 1 : 0))
}

function expand(network: string) {
  const [left = '', right = ''] = network.split('::')
  const [head, tail] = [left, right].map((part) => part.split(':').filter(Boolean))
  const missing = 8 - (head?.length ?? 0) - (tail?.length ?? 0)
  return [...(head ?? []), ...Array<string>(missing).fill('0'), ...(tail ?? [])]
}

function number(node: Node, nodes: Node[]) {
  nodes.push(node)
  for (const side of node) if (typeof side === 'object' && side !== null) number(side, nodes)
}

const TYPES = { text: 2, int16: 5, int32: 6, map: 7, list: 11 - 7 }

function encode(value: unknown): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(TYPES.text, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(TYPES.int32, 4), bytes])
  }
  // Types above 7 have a second byte.
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, TYPES.list]), ...value.map(encode)])
  const entries = Object.entries(value ?? {})
  return Buffer.concat([control(TYPES.map, entries.length), ...entries.flat().map(encode)])
}

function control(type: number, size: number) {
  if (size >= 29) throw new Error('too long for this writer')
  return Buffer.from([(type << 5) | size])
}
