import type { ContentsItem } from '#contract/articles.ts'
import { DOCUMENT_BYTES, type Document } from '#contract/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { checkDocument, refuse } from './document/check.ts'
import { libraryOf, missingOf, usesOf } from './document/library.ts'
import { partsOf } from './document/parts.ts'
import { settle } from './document/settle.ts'
import { countWords, excerptFrom, plainText, readingMinutes } from './measure.ts'

// What is drawn of one picture is thirty times as long as what names it.
const HTML_LETTERS = 8 * 1024 * 1024

/** A body that was checked, and everything that is made from it. */
export type Prepared = {
  /** As it is stored: what the library knows better is set right. */
  body: Document
  html: string
  membersHtml: string
  plain: string
  membersPlain: string
  contents: ContentsItem[]
  excerpt: string
  wordCount: number
  readingMinutes: number
  /** What it uses of the library. */
  media: string[]
}

/** Checks a body and renders it. What a story cannot hold is refused, with the path of each fault. */
export async function prepareDocument({ db, site }: Pick<Ctx, 'db' | 'site'>, sent: Document): Promise<Prepared> {
  refuse(checkDocument(sent, site))
  if (Buffer.byteLength(JSON.stringify(sent)) > DOCUMENT_BYTES) throw new Refusal('too-large')
  const uses = usesOf(sent)
  const library = await libraryOf(db, uses)
  refuse(missingOf(uses, library))
  const body = settle(sent, library, site)
  // Colours and formulas come with the first save, not with the start of the process: they take a while to load.
  const { renderStory } = await import('./render.ts')
  const drawn = renderStory(body, library)
  if (drawn.html.length + drawn.membersHtml.length > HTML_LETTERS) throw new Refusal('too-large')
  const { open, members } = partsOf(body)
  const [plain, membersPlain] = [plainText({ content: open }), plainText({ content: members })]
  const wordCount = countWords(plain) + countWords(membersPlain)
  return {
    body,
    ...drawn,
    plain,
    membersPlain,
    excerpt: excerptFrom(body),
    wordCount,
    readingMinutes: readingMinutes(wordCount),
    media: [...library.keys()],
  }
}
