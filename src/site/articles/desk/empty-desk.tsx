import type { ArticleState } from '#contract/articles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { type DeskQuery, deskAddress } from './desk-query.ts'

type Words = { icon: string; title: string; text: string }

const own: Record<ArticleState, Words> = {
  'draft': {
    icon: 'square-pen',
    title: 'Your next story starts here',
    text: 'Write a line or two. It is saved as you type, and nobody sees it until you say so.',
  },
  'in-review': {
    icon: 'inbox',
    title: 'Nothing is in review',
    text: 'When a draft is ready, submit it. An editor reads it and tells you what they think.',
  },
  'scheduled': {
    icon: 'calendar-clock',
    title: 'Nothing is scheduled',
    text: 'Choose a time when you publish, and the story goes out by itself.',
  },
  'published': {
    icon: 'book-open',
    title: 'Nothing is published yet',
    text: 'Your stories stand here with what readers made of them: likes and responses.',
  },
  'removed': { icon: 'circle-check', title: 'Nothing was removed', text: 'All is well.' },
  'trashed': {
    icon: 'trash-2',
    title: 'The trash is empty',
    text: 'What you throw away is kept here for 30 days, in case you change your mind.',
  },
}

const everybodys: Record<ArticleState, Words> = {
  ...own,
  'in-review': {
    icon: 'circle-check',
    title: 'Nothing waits for you',
    text: 'Every story that was submitted has its answer. New ones appear here.',
  },
  'draft': { icon: 'square-pen', title: 'No drafts', text: 'Nobody is writing on anything just now.' },
  'published': { icon: 'book-open', title: 'Nothing is published yet', text: 'The first story will stand here.' },
  'trashed': { icon: 'trash-2', title: 'The trash is empty', text: 'What is thrown away is kept for 30 days.' },
}

type Props = { path: string; asked: DeskQuery; first: boolean; everybody: boolean; usual: ArticleState }

export function EmptyDesk({ path, asked, first, everybody, usual }: Props) {
  const { state, q, author, category } = asked
  if (q || author || category || !first)
    return (
      <EmptyState
        icon="search"
        title="Nothing like that here"
        action={
          <ButtonLink to={deskAddress(path, { state }, usual)} tone="quiet">
            Show all
          </ButtonLink>
        }
      >
        Try another word, or look under another state.
      </EmptyState>
    )
  const { icon, title, text } = (everybody ? everybodys : own)[state]
  return (
    <EmptyState
      icon={icon}
      title={title}
      {...(!everybody && state !== 'removed' && { action: <ButtonLink to="/articles/new">Write</ButtonLink> })}
    >
      {text}
    </EmptyState>
  )
}
