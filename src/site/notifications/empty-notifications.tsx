import type { NotificationFilter } from '#contract/notifications/filters.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'

const words: Record<NotificationFilter, { icon: string; title: string; text: string }> = {
  all: {
    icon: 'bell',
    title: 'Nothing yet',
    text: 'When somebody follows you, responds to you or likes what you wrote, and when those you follow publish, it is told here.',
  },
  unread: { icon: 'check-check', title: 'You have read everything', text: 'What happens next will be here at once.' },
  responses: {
    icon: 'message-circle',
    title: 'No responses yet',
    text: 'Responses to your stories, replies to you and mentions of you come here.',
  },
  follows: { icon: 'user-plus', title: 'No new followers yet', text: 'Whoever begins to follow you is told here.' },
  likes: { icon: 'heart', title: 'No likes yet', text: 'Likes of your stories and responses come here, together.' },
  stories: {
    icon: 'book-open',
    title: 'No stories yet',
    text: 'Follow somebody, and what they publish is told here; as is what editors say about your own.',
  },
}

/** Where to go when there is nothing. */
export function EmptyNotifications({ filter }: { filter: NotificationFilter }) {
  const { icon, title, text } = words[filter]
  const wantsPeople = filter === 'all' || filter === 'stories'
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        wantsPeople && (
          <ButtonLink to="/creators" tone="quiet">
            Find creators to follow
          </ButtonLink>
        )
      }
    >
      {text}
    </EmptyState>
  )
}
