import type { Article, DraftFields } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import { emptyFields } from '#site/articles/writing/saving/fields.ts'
import { type Answers, fakeApi } from './render-page.tsx'

export function paragraphs(...texts: string[]): Document {
  return {
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })),
  }
}

const ada = { id: 'person1', handle: 'ada', name: 'Ada', about: '', avatar: null }
export const ARTICLE_ID = 'aaaaaaaaaaaaaaaaaaaa'

export function someArticle(more: Partial<Article> = {}): Article {
  return {
    ...emptyFields('en'),
    title: 'The long way home',
    body: paragraphs('It was late.'),
    id: ARTICLE_ID,
    state: 'draft',
    ref: ARTICLE_ID,
    version: 1,
    savedAt: '2026-01-01T10:00:00.000Z',
    words: 3,
    readingMinutes: 1,
    changed: false,
    author: ada,
    coAuthors: [],
    coverPicture: null,
    savedBy: ada,
    featured: false,
    scheduledFor: null,
    publishedAt: null,
    createdAt: '2026-01-01T09:00:00.000Z',
    updateAsked: false,
    lastNote: null,
    can: ['submit', 'publish', 'schedule', 'trash'],
    may: { edit: true, feature: false, invite: true, review: false },
    ...more,
  }
}

/** A fake server with one article that follows the contract: versions, save keys, and one article per id. */
export function fakeServer(first: Article | null, answers: Answers = {}) {
  const server = {
    article: first,
    lastSave: '',
    /** Makes the next writes fail. `lost` applies the write and then fails. */
    trouble: null as null | 'down' | 'lost' | Error,
    writes: [] as Record<string, unknown>[],
    /** Saves changes as another person or device. */
    saveElsewhere(fields: Partial<DraftFields>) {
      if (!server.article) throw new Error('There is nothing yet')
      server.lastSave = 'elsewhere'
      server.article = { ...server.article, ...fields, version: server.article.version + 1 }
    },
  }
  function write(body: Record<string, unknown>) {
    const { save, version, id, merged: _, ...fields } = body
    if (server.trouble === 'down') throw new TypeError('Failed to fetch')
    if (server.trouble instanceof Error) throw server.trouble
    if (save !== server.lastSave) {
      if (id === undefined && server.article?.version !== version) throw new Refusal('version-conflict')
      // An id belongs to one article, which is returned as it is now.
      if (id !== undefined && server.article) return server.article
      server.article = {
        ...(server.article ?? someArticle({ title: '', body: paragraphs('') })),
        ...(typeof id === 'string' && { id }),
        ...fields,
        version: id === undefined ? Number(version) + 1 : 1,
      }
      server.lastSave = String(save)
      server.writes.push(structuredClone(body))
    }
    if (server.trouble === 'lost') throw new TypeError('Failed to fetch')
    return server.article
  }
  const fake = fakeApi({
    'POST /api/articles': ({ body = {} }) => write(body),
    'PUT /api/articles/{id}/draft': ({ body = {} }) => {
      const { version, savedAt, words, readingMinutes, changed } = write(body) ?? someArticle()
      return { version, savedAt, words, readingMinutes, changed }
    },
    'GET /api/articles/{id}': () => {
      if (server.trouble === 'down') throw new TypeError('Failed to fetch')
      if (!server.article) throw new Refusal('not-found')
      return structuredClone(server.article)
    },
    ...answers,
  })
  return Object.assign(server, fake)
}
