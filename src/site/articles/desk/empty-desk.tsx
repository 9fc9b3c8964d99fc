import type { ArticleState } from '#contract/articles/articles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { type DeskQuery, formatDeskUrl } from './desk-query.ts'

type Words = { icon: string; title: string; text: string }

const texts: Record<ArticleState, Words> = {
  'draft': {
    icon: 'square-pen',
    title: 'Your next story starts here',
    text: 'Your draft is saved as you type. It stays private until you submit or publish it.',
  },
  'in-review': {
    icon: 'inbox',
    title: 'Nothing in review',
    text: 'When a draft is ready, submit it. An editor will review it and give you feedback.',
  },
  'scheduled': {
    icon: 'calendar-clock',
    title: 'Nothing scheduled',
    text: 'Choose a time when you publish, and the story is published automatically.',
  },
  'published': {
    icon: 'book-open',
    title: 'Nothing published yet',
    text: 'Your published stories appear here with their likes and responses.',
  },
  'removed': { icon: 'circle-check', title: 'Nothing removed', text: 'Stories that an editor removes appear here.' },
  'trashed': {
    icon: 'trash-2',
    title: 'Trash is empty',
    text: 'Stories you move to trash stay here for 30 days.',
  },
}

type Props = { path: string; asked: DeskQuery; first: boolean; usual: ArticleState }

export function EmptyDesk({ path, asked, first, usual }: Props) {
  const { state, q } = asked
  if (q || !first)
    return (
      <EmptyState
        icon="search"
        title="No matching stories"
        action={
          <ButtonLink to={formatDeskUrl(path, { state }, usual)} tone="quiet">
            Show all
          </ButtonLink>
        }
      >
        Try a different search, or look in another tab.
      </EmptyState>
    )
  const { icon, title, text } = texts[state]
  return (
    <EmptyState
      icon={icon}
      title={title}
      {...(state !== 'removed' && { action: <ButtonLink to="/articles/new">Write</ButtonLink> })}
    >
      {text}
    </EmptyState>
  )
}
