import { existsSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { round, startProgram, startSite } from './lib.mjs'

export const title =
  'Writing: saving 1,500 words compared with the database write alone, and the time to the first keystroke'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const OPENINGS = 7
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']

export async function measure({ build }) {
  const site = await startSite(build)
  const person = { email: 'bench@example.com', password: 'correct horse battery' }
  const { idToken, refreshToken } = await post(`${site.url}/v1/accounts:signUp?key=bench`, person)
  const headers = { authorization: `Bearer ${idToken}` }
  const id = randomBytes(10).toString('hex')
  const body = article(1500)
  const first = await send('POST', '/api/articles', { id, save: 'first', title: 'A long walk', body })
  let { version } = first
  const saves = await timed(async (count) => {
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: `Change ${count}.` }] }
    const changed = { ...body, content: [...body.content, paragraph] }
    ;({ version } = await send('PUT', `/api/articles/${id}/draft`, { version, save: `s${count}`, body: changed }))
  })
  const bare = await bareWrites(site, id, JSON.stringify(body))
  const editor = existsSync('/usr/bin/chromium') ? await openings(site.url, refreshToken) : null
  await site.stop()
  return {
    'database write of the same text alone': `p50 ${round(bare.p50, 2)} ms, p99 ${round(bare.p99, 2)} ms`,
    'save and render over HTTP': `p50 ${round(saves.p50, 2)} ms, p99 ${round(saves.p99, 2)} ms, ${round(saves.p50 / bare.p50, 1)} times the bare write`,
    ...(editor ?? { 'the editor': 'not measured: there is no /usr/bin/chromium' }),
  }

  async function send(method, path, sent) {
    return ask(method, site.url + path, sent, headers)
  }
}

/** Paragraphs of eighty words with some marks and headings. */
function article(words) {
  const vocabulary =
    'the hedge is a clock that nobody winds and the river keeps its own slow time beside the lane'.split(' ')
  const content = []
  for (let done = 0; done < words; done += 80) {
    if (done % 400 === 0)
      content.push({
        type: 'heading',
        attrs: { level: 2 },
        content: [{ type: 'text', text: `Part ${done / 400 + 1}` }],
      })
    const text = Array.from({ length: 76 }, (_, index) => vocabulary[(done + index * 7) % vocabulary.length]).join(' ')
    const bold = { type: 'text', text: 'four words in bold', marks: [{ type: 'bold' }] }
    content.push({ type: 'paragraph', content: [{ type: 'text', text: `${text} ` }, bold] })
  }
  return { type: 'doc', content }
}

async function bareWrites(site, id, body) {
  const password = readFileSync(join(site.dataDir, 'postgres-password'), 'utf8')
  const port = readFileSync(join(site.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const url = `postgres://bramble:${password}@127.0.0.1:${port}/bramble`
  const program = await startProgram(['bench/bare-write.mjs', url, SECONDS, id, body], { sign: '}' })
  return JSON.parse(/did (.*)/.exec(program.output)[1])
}

/** With a cold browser cache: from navigation to the first typed letter. */
async function openings(url, value) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: flags })
  const measured = { home: [], editor: [] }
  for (let count = 0; count < OPENINGS; count++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    await context.addCookies([{ name: 'bramble_session', value, url, httpOnly: true, sameSite: 'Lax' }])
    const page = await context.newPage()
    measured.home.push(await since(() => page.goto(`${url}/search`), page.locator('html[data-ready]')))
    await context.close()
    const fresh = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    await fresh.addCookies([{ name: 'bramble_session', value, url, httpOnly: true, sameSite: 'Lax' }])
    const writing = await fresh.newPage()
    const began = performance.now()
    await writing.goto(`${url}/articles/new`, { waitUntil: 'commit' })
    const text = writing.getByRole('textbox', { name: 'Story' })
    await text.click()
    await writing.keyboard.type('x')
    await text.getByText('x', { exact: true }).waitFor()
    measured.editor.push(performance.now() - began)
    await fresh.close()
  }
  await browser.close()
  const middle = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
  const [page, editor] = [middle(measured.home), middle(measured.editor)]
  return {
    'hydration of a plain page, cold cache': `${round(page)} ms`,
    'editor, from navigation to the first letter, cold cache': `${round(editor)} ms, ${round(editor / page, 1)} times the plain page`,
  }
}

async function since(begin, until) {
  const began = performance.now()
  await begin()
  await until.waitFor({ state: 'attached' })
  return performance.now() - began
}

async function timed(work) {
  const times = []
  for (let count = 0; count < 20; count++) await work(`w${count}`)
  const end = performance.now() + SECONDS * 1000
  for (let count = 0; performance.now() < end; count++) {
    const asked = performance.now()
    await work(count)
    times.push(performance.now() - asked)
  }
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  return { p50: at(0.5), p99: at(0.99) }
}

async function post(url, body) {
  return ask('POST', url, body, {})
}

async function ask(method, url, body, headers) {
  const sent = { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
  const response = await fetch(url, sent)
  const answer = await response.json()
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`)
  return answer
}
