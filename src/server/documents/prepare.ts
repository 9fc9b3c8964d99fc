import { DOCUMENT_BYTES, type Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createThread } from '#server/platform/worker-thread.ts'
import { refuse } from './validate.ts'
import { libraryOf, missingOf } from './media-lookup.ts'

// What is drawn of one picture is thirty times as long as what names it.
const HTML_LETTERS = 8 * 1024 * 1024
/** Below this the work takes less time than it takes to hand it over. */
const THREAD_BYTES = 32 * 1024

// Colours and formulas come with the first save, not with the start of the process: they take a while to load.
const load = async () => (await import('./tasks.ts')).documentTasks
const newThread = (file: string | null) => createThread({ file, load, atOnce: 4, mostWaiting: 200 })
const here = newThread(null)
let thread = here

/** From now on large documents are checked and rendered in a thread, so that other requests are answered meanwhile. */
export function startDocumentThread(file: string) {
  const started = newThread(file)
  thread = started
  return {
    async close() {
      if (thread === started) thread = here
      await started.close()
    },
  }
}

/** Counts a body that was sent against what its sender may have checked and rendered in a minute. Outside transactions. */
export async function chargeDocument({ limits, viewer }: Ctx<Viewer>, body: Document | null | undefined) {
  if (body) await limits.take('document', viewer.id, Math.ceil(jsonOf(body).length / 1024))
}

const jsons = new WeakMap<Document, string>()

/** The largest take milliseconds, and each is needed twice in one request. */
function jsonOf(body: Document) {
  const json = jsons.get(body) ?? JSON.stringify(body)
  jsons.set(body, json)
  return json
}

/** A body that was checked, and everything that is made from it: the columns that `article` and `draft` share, and more. */
export type Prepared = Awaited<ReturnType<typeof prepareDocument>>

/** Checks a body and renders it. What a story cannot hold is refused, with the path of each fault. */
export async function prepareDocument({ db, site: { origin, base } }: Pick<Ctx, 'db' | 'site'>, sent: Document) {
  const json = jsonOf(sent)
  const bytes = Buffer.byteLength(json)
  if (bytes > DOCUMENT_BYTES) throw new Refusal('too-large')
  const { run } = bytes > THREAD_BYTES ? thread : here
  const site = { origin, base }
  const { faults, uses } = await run('inspect', json, site)
  refuse(faults)
  const library = await libraryOf(db, uses)
  refuse(missingOf(uses, library))
  const rendered = await run('render', json, library, site)
  if (rendered.html.length + rendered.membersHtml.length > HTML_LETTERS) throw new Refusal('too-large')
  return { ...rendered, media: [...library.keys()] }
}
