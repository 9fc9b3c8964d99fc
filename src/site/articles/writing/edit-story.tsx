import { type ReactNode, useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import { OfflineCopy } from '#site/articles/writing/offline/offline-copy.tsx'
import type { Panel } from './panels.tsx'
import { fieldsOf } from '#site/articles/writing/saving/fields.ts'
import { Workspace } from './workspace.tsx'

type Props = {
  /** Initial data; later changes come from the save engine. */
  first: Article
  /** Whether it was opened from the list of all articles. */
  fromAdmin: boolean
  panel?: Panel | null
  above?: ReactNode
}

export function EditStory({ first, fromAdmin, panel = null, above }: Props) {
  const [initial] = useState(() => ({ articleId: first.id, article: first, fields: fieldsOf(first) }))
  const back = fromAdmin ? { to: '/admin/articles', name: 'All articles' } : { to: '/articles', name: 'Your stories' }
  return (
    <OfflineCopy articleId={first.id} article={first}>
      <Workspace initial={initial} back={back} panel={panel} above={above} />
    </OfflineCopy>
  )
}
