import { useLocation } from 'react-router'
import { titleOf } from '#site/stories/article-labels.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import type { editStoryData } from './edit-story-data.ts'
import { EditStory } from './edit-story.tsx'

export function head({ data, site }: HeadArgs<Awaited<ReturnType<typeof editStoryData>>>): Head {
  return { title: `${titleOf(data.article)} · ${site.name}`, noIndex: true }
}

export default function EditStoryPage() {
  const { article } = usePageData<typeof editStoryData>()
  const { pathname, search } = useLocation()
  return (
    <EditStory
      key={article.id}
      first={article}
      fromAdmin={/^\/admin\//i.test(pathname)}
      panel={new URLSearchParams(search).has('revisions') ? { name: 'revisions', startAt: null } : null}
    />
  )
}
