import { describeDecision } from '#contract/moderation/names.ts'
import type { Notification, NotificationKind } from '#contract/notifications/notifications.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'
import type { MarkedNotification } from './read-marks.ts'
import { NotificationText } from './notification-text.tsx'
import { Link } from '#site/ui/link.tsx'

const icons: Record<NotificationKind, string> = {
  'follow': 'user-plus',
  'response': 'message-circle',
  'reply': 'reply',
  'mention': 'at-sign',
  'like': 'heart',
  'response-like': 'heart',
  'story': 'book-open',
  'review': 'clipboard-check',
  'byline': 'pen-line',
  'submission': 'clipboard-list',
  'assignment': 'user-check',
  'note': 'message-square-reply',
  'approval': 'message-circle',
  'moderation': 'shield-alert',
  'membership': 'sprout',
  'berries': 'cherry',
  'reward': 'gift',
}

type Props = { notification: MarkedNotification; onRead(read: boolean): void; onRemove(): void }

/** The whole item is a link; its buttons are layered above it. */
export function NotificationItem({ notification, onRead, onRemove }: Props) {
  const { kind, actors, response, detail, at, read, isNew, path } = notification
  const note = kind === 'moderation' ? describeDecision(detail) : detail.note
  return (
    <article
      data-notification={notification.id}
      className={`relative flex gap-3 border-b border-gray-200 px-3 py-4 has-[a:hover]:bg-gray-50 ${isNew ? 'bg-primary-50/60' : ''}`}
    >
      <Faces actors={actors} icon={icons[kind]} />
      <div className="min-w-0 flex-1">
        <p className="text-gray-700 text-pretty wrap-anywhere">
          {isNew && <span className="sr-only">New: </span>}
          <Link
            to={path}
            viewTransition
            data-card
            onClick={() => onRead(true)}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary-600"
          >
            <NotificationText notification={notification} />
          </Link>
        </p>
        {response && (
          <p
            dir="auto"
            className="mt-1 line-clamp-2 border-s-2 border-gray-300 ps-3 text-sm text-gray-600 wrap-anywhere"
          >
            {response.text}
          </p>
        )}
        {note && (
          <p
            dir="auto"
            className="mt-1 line-clamp-3 border-s-2 border-gray-300 ps-3 text-sm text-gray-600 wrap-anywhere"
          >
            {note}
          </p>
        )}
        <p className="mt-1 flex items-center gap-2 text-sm text-gray-600">
          {isNew && <span aria-hidden className="size-2 rounded-full bg-primary-700" />}
          <Time at={at} />
        </p>
      </div>
      <div className="relative z-10 -my-1.5 flex flex-col sm:flex-row">
        <IconButton label={read ? 'Mark as unread' : 'Mark as read'} onClick={() => onRead(!read)}>
          <Icon name={read ? 'mail' : 'check'} size={18} />
        </IconButton>
        <IconButton label="Remove" onClick={onRemove}>
          <Icon name="x" size={18} />
        </IconButton>
      </div>
    </article>
  )
}

function Faces({ actors, icon }: { actors: Notification['actors']; icon: string }) {
  return (
    <div aria-hidden className="relative flex h-10 w-12 shrink-0">
      {actors.length === 0 && (
        <span className="grid size-10 place-items-center rounded-full bg-gray-100 text-gray-600">
          <Icon name={icon} />
        </span>
      )}
      {actors.slice(0, 2).map(({ id, name, avatar }, place) => (
        <span key={id} className={`rounded-full ring-2 ring-white ${place > 0 ? '-ms-6 mt-2' : ''}`}>
          <Avatar name={name} src={avatar?.src ?? null} size={place > 0 ? 32 : 40} />
        </span>
      ))}
      {actors.length > 0 && (
        <span className="absolute -bottom-2 -start-1 grid size-5 place-items-center rounded-full bg-primary-700 text-white ring-2 ring-white">
          <Icon name={icon} size={12} />
        </span>
      )}
    </div>
  )
}
