import { type Hash, createHash, hash } from 'node:crypto'

const LINE_FEED = 10

/**
 * Checksums of rows in COPY text format. In it a line feed always ends a row, because those in values are escaped.
 * `rowSum` adds the SHA-256 of the rows, so that it does not depend on their order.
 */
export function createRowSum() {
  const all = createHash('sha256')
  const lanes = new BigUint64Array(4)
  let row: Hash | null = null
  let rows = 0
  let bytes = 0

  function endRow(line: Buffer) {
    const digest = row ? row.update(line).digest() : hash('sha256', line, 'buffer')
    for (let lane = 0; lane < 4; lane++) lanes[lane] = (lanes[lane] ?? 0n) + digest.readBigUInt64BE(lane * 8)
    row = null
    rows += 1
  }

  return {
    add(chunk: Buffer) {
      all.update(chunk)
      bytes += chunk.length
      let start = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        endRow(chunk.subarray(start, end + 1))
        start = end + 1
      }
      if (start < chunk.length) row = (row ?? createHash('sha256')).update(chunk.subarray(start))
    },
    result() {
      const rowSum = [...lanes].map((lane) => lane.toString(16).padStart(16, '0')).join('')
      return { rows, bytes, sha256: all.digest('hex'), rowSum }
    },
  }
}
