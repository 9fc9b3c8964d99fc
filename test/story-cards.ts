import type { StoryCard } from '#contract/reading.ts'

/** The slug and id are derived from the title. */
export function aStoryCard(title: string, more: Partial<StoryCard> = {}): StoryCard {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return {
    id: slug,
    slug,
    title,
    subtitle: '',
    excerpt: 'How it begins.',
    language: 'en',
    cover: null,
    category: null,
    tag: null,
    author: { id: 'author1', handle: 'bea', name: 'Bea', about: '', avatar: null },
    publishedAt: '2026-01-01T10:00:00.000Z',
    readingMinutes: 10,
    forMembers: false,
    likes: 0,
    responses: 0,
    saved: false,
    ...more,
  }
}
