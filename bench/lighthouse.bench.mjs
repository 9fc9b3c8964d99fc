import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { round, startSite } from './lib.mjs'

export const title =
  'Lighthouse with its mobile throttling, the median of five (fetched by npm when it is not there: 185 MB)'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const pages = { 'a story': '/story/the-hedge-is-a-clock', 'the home page': '/', 'search': '/search' }
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']

export async function measure({ build }) {
  const site = await startSite(build)
  const results = {}
  try {
    for (const [what, path] of Object.entries(pages)) {
      await (await fetch(site.url + path)).text()
      const reports = []
      for (let run = 0; run < RUNS; run++) reports.push(await look(site.url + path))
      for (const name of Object.keys(reports[0].categories)) {
        results[`${what}: ${name}`] = round(median(reports.map(({ categories }) => categories[name].score * 100)))
      }
      const audit = (id) => median(reports.map(({ audits }) => audits[id].numericValue))
      results[`${what}: TBT / CLS / LCP`] =
        `${round(audit('total-blocking-time'))} ms / ${round(audit('cumulative-layout-shift'), 3)} / ${round(audit('largest-contentful-paint'))} ms`
      const lost = Object.values(reports[0].audits).filter(
        ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
      )
      if (lost.length > 0) results[`${what}: failed audits`] = lost.map(({ id }) => id).join(', ')
    }
  } finally {
    await site.stop()
  }
  return results
}

async function look(url) {
  const args = ['exec', '--yes', '--', LIGHTHOUSE, url, '--quiet', '--output=json', `--chrome-flags=${flags.join(' ')}`]
  args.push('--only-categories=performance,accessibility,best-practices,seo')
  const env = { ...process.env, CHROME_PATH: await findChromium() }
  const { stdout } = await promisify(execFile)('npm', args, { env, maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout)
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
