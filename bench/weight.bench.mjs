import { round, startSite } from './lib.mjs'

export const title = 'Transferred bytes to show a page, and to hydrate it at the first input'

const pages = { 'the home page': '/', 'a story': '/story/the-hedge-is-a-clock' }

export async function measure({ build }) {
  const site = await startSite(build)
  const results = {}
  for (const [what, path] of Object.entries(pages)) {
    const html = await (await fetch(site.url + path)).text()
    const find = (pattern) => [...html.matchAll(pattern)].map(([, address]) => address)
    const scripts = find(/<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g)
    const later = find(/ data-code="([^"]+)"/g).flatMap((urls) => urls.split(' '))
    results[`${what}: HTML`] = await weigh([path])
    results[`${what}: scripts (${scripts.length} files)`] = await weigh(scripts)
    results[`${what}: scripts at the first input (${later.length} files)`] = await weigh(later)
    results[`${what}: styles`] = await weigh(find(/rel="stylesheet" href="([^"]+)"/g))
    results[`${what}: fonts`] = await weigh(find(/rel="preload" href="([^"]+)" as="font"/g))
  }
  await site.stop()
  return results

  async function weigh(paths) {
    const kilobytes = async (encoding) => {
      const sizes = await Promise.all(paths.map((path) => sizeOf(site.url + path, encoding)))
      return round(sizes.reduce((sum, size) => sum + size, 0) / 1024, 1)
    }
    return `${await kilobytes('gzip')} KB by gzip, ${await kilobytes('br')} KB by brotli`
  }
}

async function sizeOf(url, encoding) {
  await fetch(url, { headers: { 'accept-encoding': encoding } })
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
  return Number(response.headers.get('content-length'))
}
