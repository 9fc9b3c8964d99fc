import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Article } from '#contract/articles.ts'
import { titleOf } from '#site/desk/words.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import type { editStoryData } from './edit-story-data.ts'
import { fieldsOf } from './saving/fields.ts'
import { Workspace } from './workspace.tsx'

export function head({ data, site }: HeadArgs<Awaited<ReturnType<typeof editStoryData>>>): Head {
  return { title: `${titleOf(data.article)} · ${site.name}`, noIndex: true }
}

export default function EditStoryPage() {
  const { article } = usePageData<typeof editStoryData>()
  return <EditStory key={article.id} first={article} />
}

/** The data of the page is where it begins; from then on the saving knows better. */
function EditStory({ first }: { first: Article }) {
  const { pathname, search } = useLocation()
  const [begin] = useState(() => ({ articleId: first.id, article: first, fields: fieldsOf(first) }))
  const asked = new URLSearchParams(search)
  const back = /^\/admin\//i.test(pathname)
    ? { to: '/admin/articles', name: 'All articles' }
    : { to: '/articles', name: 'Your stories' }
  return (
    <Workspace begin={begin} back={back} panel={asked.has('revisions') ? { name: 'revisions', startAt: null } : null} />
  )
}
