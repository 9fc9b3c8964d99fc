import type { NotificationFilter } from '#contract/notifications/filters.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'

const words: Record<NotificationFilter, { icon: string; title: string; text: string }> = {
  all: {
    icon: 'bell',
    title: 'No notifications yet',
    text: 'We’ll notify you about new followers, responses, likes, and stories by people you follow.',
  },
  unread: { icon: 'check-check', title: 'You’re all caught up', text: 'New notifications appear here.' },
  responses: {
    icon: 'message-circle',
    title: 'No responses yet',
    text: 'Responses to your stories, replies and mentions appear here.',
  },
  follows: { icon: 'user-plus', title: 'No new followers yet', text: 'New followers appear here.' },
  likes: { icon: 'heart', title: 'No likes yet', text: 'Likes on your stories and responses appear here.' },
  membership: {
    icon: 'sprout',
    title: 'Nothing here yet',
    text: 'News about your membership, berries you receive and rewards you redeem appear here.',
  },
  stories: {
    icon: 'book-open',
    title: 'No stories yet',
    text: 'New stories by people you follow and reviews of your own stories appear here.',
  },
}

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
