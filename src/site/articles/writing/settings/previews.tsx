import '#site/articles/preview/preview.css'
import { useShell } from '#site/page.ts'
import { SearchResult } from '#site/articles/preview/search-result.tsx'
import { SocialCard } from '#site/articles/preview/social-card.tsx'
import { Tabs } from '#site/ui/tabs.tsx'
import { generateExcerpt } from '#site/articles/writing/excerpt.ts'
import { generateSlug } from '#site/articles/writing/generate-slug.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'

export function Previews() {
  const { articleId, article, fields } = useWriting()
  const { viewer } = useShell()
  const { title, subtitle, language, access, seoTitle, seoDescription } = fields
  const viewerCard = {
    id: viewer?.id ?? '',
    handle: viewer?.handle ?? '',
    name: viewer?.name ?? '',
    about: '',
    avatar: null,
  }
  const preview = {
    id: articleId,
    state: article?.state ?? 'draft',
    ref: fields.slug ?? (article?.publishedAt ? article.ref : generateSlug(title)),
    author: article?.author ?? viewerCard,
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
    excerpt: fields.excerpt || generateExcerpt(fields.body),
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
      label="Search and social previews"
      tabs={[
        { value: 'search', label: 'Search result', content: <SearchResult preview={preview} /> },
        { value: 'social', label: 'Social card', content: <SocialCard preview={preview} /> },
      ]}
    />
  )
}
