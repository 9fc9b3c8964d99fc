import { type ReactNode, useState } from 'react'
import type { Article } from '#contract/articles.ts'
import { KeepCopy } from '#site/articles/writing/offline/keep-copy.tsx'
import type { Panel } from './panels.tsx'
import { fieldsOf } from '#site/articles/writing/saving/fields.ts'
import { Workspace } from './workspace.tsx'

type Props = {
  /** Where it begins; from then on the saving knows better. */
  first: Article
  /** Whether the writer came from the list of all articles. */
  fromAdmin: boolean
  panel?: Panel | null
  above?: ReactNode
}

export function EditStory({ first, fromAdmin, panel = null, above }: Props) {
  const [begin] = useState(() => ({ articleId: first.id, article: first, fields: fieldsOf(first) }))
  const back = fromAdmin ? { to: '/admin/articles', name: 'All articles' } : { to: '/articles', name: 'Your stories' }
  return (
    <KeepCopy articleId={first.id} article={first}>
      <Workspace begin={begin} back={back} panel={panel} above={above} />
    </KeepCopy>
  )
}
