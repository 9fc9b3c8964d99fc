import { DOCUMENT_BYTES, type Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createThread } from '#server/platform/worker-thread.ts'
import { throwIfInvalid } from './validate.ts'
import { loadMedia, findMissingMedia } from './media-lookup.ts'

// The HTML of a picture is thirty times as long as its node.
const MAX_HTML_LENGTH = 8 * 1024 * 1024
/** Smaller documents are faster to process than to transfer. */
const MIN_THREAD_BYTES = 32 * 1024

// Loaded on the first save, because the highlighting and math libraries load slowly.
const load = async () => (await import('./tasks.ts')).documentTasks
const newThread = (file: string | null) => createThread({ file, load, concurrency: 4, maxQueued: 200 })
const inProcess = newThread(null)
let thread = inProcess

/** Moves the processing of large documents to a worker thread, so that it does not block other requests. */
export function startDocumentThread(file: string) {
  const started = newThread(file)
  thread = started
  return {
    async close() {
      if (thread === started) thread = inProcess
      await started.close()
    },
  }
}

/** Applies the rate limit for document processing. Outside transactions. */
export async function chargeDocument({ limits, viewer }: Ctx<Viewer>, body: Document | null | undefined) {
  if (body) await limits.take('document', viewer.id, Math.ceil(jsonOf(body).length / 1024))
}

const jsons = new WeakMap<Document, string>()

/** Cached, because large documents take milliseconds and each request needs the JSON twice. */
function jsonOf(body: Document) {
  const json = jsons.get(body) ?? JSON.stringify(body)
  jsons.set(body, json)
  return json
}

/** A validated body and everything derived from it. */
export type Prepared = Awaited<ReturnType<typeof prepareDocument>>

/** Validates, normalizes and renders a body. Refuses an invalid one with the path of each issue. */
export async function prepareDocument({ db, site: { origin, base } }: Pick<Ctx, 'db' | 'site'>, sent: Document) {
  const json = jsonOf(sent)
  const bytes = Buffer.byteLength(json)
  if (bytes > DOCUMENT_BYTES) throw new Refusal('too-large')
  const { run } = bytes > MIN_THREAD_BYTES ? thread : inProcess
  const site = { origin, base }
  const { issues, references } = await run('inspect', json, site)
  throwIfInvalid(issues)
  const library = await loadMedia(db, references)
  throwIfInvalid(findMissingMedia(references, library))
  const rendered = await run('render', json, library, site)
  if (rendered.html.length + rendered.membersHtml.length > MAX_HTML_LENGTH) throw new Refusal('too-large')
  return { ...rendered, media: [...library.keys()] }
}
