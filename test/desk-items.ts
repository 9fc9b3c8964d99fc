import type { Article } from '#contract/articles/articles.ts'
import type { DeskItem } from '#contract/articles/desk.ts'
import type { Preview, ReviewNote } from '#contract/articles/review.ts'
import type { Review } from '#contract/articles/submissions.ts'
import type { RevisionCard } from '#contract/articles/revisions.ts'

export const ada = { id: 'person1', handle: 'ada', name: 'Ada', about: '', avatar: null }
export const personRef = { id: 'person1', handle: 'ada', name: 'Ada' }
const at = '2026-11-01T08:00:00.000Z'

/** A valid id that is readable in a test. */
export function idOf(name: string) {
  return name
    .replace(/[^A-Za-z0-9]/g, '')
    .padEnd(20, '0')
    .slice(0, 20)
}

export function aDeskItem(title: string, more: Partial<DeskItem> = {}): DeskItem {
  return {
    id: idOf(title),
    state: 'draft',
    ref: idOf(title),
    title,
    subtitle: '',
    coverPicture: null,
    author: ada,
    words: 1200,
    readingMinutes: 6,
    changed: false,
    updateAsked: false,
    savedAt: at,
    scheduledFor: null,
    publishedAt: null,
    featured: false,
    language: 'en',
    can: ['submit', 'publish', 'trash'],
    likes: 0,
    responses: 0,
    views: 0,
    reads: 0,
    trashedAt: null,
    coWritten: false,
    lastNote: null,
    ...more,
  }
}

const text = (words: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})

export function anArticleInReview(more: Partial<Article> = {}): Article {
  const item = aDeskItem('The long way home', { state: 'in-review', can: ['approve', 'request-changes'] })
  return {
    ...item,
    body: text('It was a long way home.'),
    cover: null,
    category: null,
    tags: [],
    excerpt: '',
    slug: null,
    canonical: null,
    seoTitle: '',
    seoDescription: '',
    access: 'public',
    takesResponses: true,
    version: 7,
    coAuthors: [],
    savedBy: personRef,
    createdAt: at,
    lastNote: null,
    may: { edit: true, feature: true, invite: true, review: true },
    ...more,
  }
}

export function aPreview(more: Partial<Preview> = {}): Preview {
  const { id, state, ref, title, language, author, words, readingMinutes, savedAt } = anArticleInReview()
  return {
    id,
    state,
    ref,
    title,
    subtitle: 'A walk',
    language,
    access: 'public',
    author,
    coAuthors: [],
    words,
    readingMinutes,
    seoTitle: '',
    seoDescription: '',
    scheduledFor: null,
    publishedAt: null,
    savedAt,
    version: 7,
    cover: null,
    category: null,
    tags: [],
    excerpt: 'It was a long way home.',
    html: '<p>It was a <em>long</em> way home.</p><p>Nobody waited.</p>',
    membersHtml: '',
    contents: [],
    can: [],
    mayEdit: true,
    ...more,
  }
}

export function aReview(more: Partial<Review> = {}): Review {
  return {
    submission: { id: idOf('submission'), by: personRef, at },
    reviewer: null,
    checklist: [],
    queue: { place: 1, of: 1, previous: null, next: null },
    comparison: null,
    ...more,
  }
}

export function aNote(words: string, more: Partial<ReviewNote> = {}): ReviewNote {
  return {
    id: idOf(words),
    by: personRef,
    quote: '',
    text: words,
    createdAt: at,
    resolvedAt: null,
    resolvedBy: null,
    mine: false,
    replies: [],
    ...more,
  }
}

export function aRevision(name: string, more: Partial<RevisionCard> = {}): RevisionCard {
  return { id: idOf(name), kind: 'saved', version: 1, title: name, words: 10, savedBy: personRef, savedAt: at, ...more }
}

export const aText = text
