import '#site/articles/preview/preview.css'
import { useShell } from '#site/page.ts'
import { SearchResult } from '#site/articles/preview/search-result.tsx'
import { SocialCard } from '#site/articles/preview/social-card.tsx'
import { Tabs } from '#site/ui/tabs.tsx'
import { excerptOf } from '#site/articles/writing/excerpt.ts'
import { madeSlug } from '#site/articles/writing/made-slug.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'

/** How it looks elsewhere, as it is written. */
export function Previews() {
  const { articleId, article, fields } = useWriting()
  const { viewer } = useShell()
  const { title, subtitle, language, access, seoTitle, seoDescription } = fields
  const writer = {
    id: viewer?.id ?? '',
    handle: viewer?.handle ?? '',
    name: viewer?.name ?? '',
    about: '',
    avatar: null,
  }
  const preview = {
    id: articleId,
    state: article?.state ?? 'draft',
    ref: fields.slug ?? (article?.publishedAt ? article.ref : madeSlug(title)),
    author: article?.author ?? writer,
    coAuthors: article?.coAuthors ?? [],
    words: article?.words ?? 0,
    readingMinutes: article?.readingMinutes ?? 0,
    scheduledFor: null,
    publishedAt: null,
    savedAt: article?.savedAt ?? '',
    version: article?.version ?? 1,
    cover: fields.cover && article?.coverPicture ? { ...article.coverPicture, focus: fields.cover.focus } : null,
    category: null,
    tags: [],
    excerpt: fields.excerpt || excerptOf(fields.body),
    contents: [],
    can: [],
    mayEdit: true,
    title,
    subtitle,
    language,
    access,
    seoTitle,
    seoDescription,
  }
  return (
    <Tabs
      label="How it looks elsewhere"
      tabs={[
        { value: 'search', label: 'Search result', content: <SearchResult preview={preview} /> },
        { value: 'social', label: 'Social card', content: <SocialCard preview={preview} /> },
      ]}
    />
  )
}
