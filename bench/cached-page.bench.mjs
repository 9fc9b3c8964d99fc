import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { cpuSeconds, freePort, load, round, startProgram, startSite } from './lib.mjs'

export const title = 'A cached story page, compared with a bare Node server that sends the same bytes from memory'

const PATH = '/story/the-hedge-is-a-clock'

export async function measure({ build }) {
  const site = await startSite(build)
  const results = {}
  const rates = { site: [], bare: [] }
  for (const encoding of ['br', 'identity']) {
    const headers = { 'accept-encoding': encoding }
    await bytesOf(site.url + PATH, headers)
    const bytes = await bytesOf(site.url + PATH, headers)
    const file = join(site.dataDir, `bytes-${encoding}`)
    await writeFile(file, bytes)
    const port = await freePort()
    const bare = await startProgram(
      ['bench/bare-server.mjs', port, file, 'content-type=text/html; charset=utf-8', `content-encoding=${encoding}`],
      { sign: 'ready' },
    )
    // Alternating, so that both run under the same conditions.
    const turns = { site: [], bare: [] }
    let busy = 0
    for (let turn = 0; turn < 3; turn++) {
      turns.bare.push((await load(`http://127.0.0.1:${port}/`, { headers })).perSecond)
      const before = cpuSeconds(site.pid)
      const began = performance.now()
      turns.site.push((await load(site.url + PATH, { headers })).perSecond)
      busy = (cpuSeconds(site.pid) - before) / ((performance.now() - began) / 1000)
    }
    await bare.stop()
    const [own, reference] = [median(turns.site), median(turns.bare)]
    results[`${encoding}, ${round(bytes.length / 1024, 1)} KB: site`] =
      `${round(own)} requests/s (${round(busy * 100)} % of its core)`
    results[`${encoding}: bare server`] = `${round(reference)} requests/s`
    results[`${encoding}: ratio`] = `${round((own / reference) * 100)} %`
    rates.site.push(own)
    rates.bare.push(reference)
  }
  await site.stop()
  return results
}

/** The compressed response body. */
function bytesOf(url, headers) {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const pieces = []
      response.on('data', (piece) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)))
    })
      .on('error', reject)
      .end()
  })
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
