import type { Announcement, AnnouncementTone } from '#contract/banners.ts'
import { AnyLink } from '#site/any-link.tsx'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

const tones: Record<AnnouncementTone, { look: string; icon: string; label?: string }> = {
  info: { look: 'border-gray-200 bg-gray-100 text-gray-900', icon: 'info' },
  success: { look: 'border-primary-200 bg-primary-50 text-primary-900', icon: 'circle-check' },
  warning: { look: 'border-warning-200 bg-warning-50 text-warning-800', icon: 'triangle-alert', label: 'Warning:' },
}

/** In the gap of a page for members, they are not recorded while it is rendered. */
export const announcementIcons = [...Object.values(tones).map(({ icon }) => icon), 'x']

type Props = {
  announcement: Pick<Announcement, 'text' | 'tone' | 'action' | 'dismissible'>
  /** Names the announcement for the styles that hide it; none in a preview. */
  name?: string
  /** Hidden until those before it are dismissed. */
  later?: boolean
  onDismiss?(): void
}

/** The layout depends on its own width and not on the window’s, so that a preview is exact. */
export function AnnouncementBar({ announcement, name, later = false, onDismiss }: Props) {
  const { text, tone, action, dismissible } = announcement
  const { look, icon, label } = tones[tone]
  return (
    <section
      aria-label="Announcement"
      data-announcement={name}
      className={`@container border-b text-sm ${look} ${later ? '[html:not([data-dismissed])_&]:hidden' : ''}`}
    >
      <div className="mx-auto flex max-w-page items-start gap-3 px-5 py-1">
        <Icon name={icon} size={18} className="mt-3" {...(label && { label })} />
        <div className="flex min-w-0 flex-1 flex-col @2xl:flex-row @2xl:items-baseline @2xl:gap-4">
          <p dir="auto" className="min-w-0 pt-2.5 pb-1 wrap-anywhere @2xl:pb-2.5">
            {text}
          </p>
          {action && (
            <AnyLink
              to={action.link}
              dir="auto"
              className="inline-flex min-h-11 shrink-0 items-center font-medium underline underline-offset-4"
            >
              {action.label}
            </AnyLink>
          )}
        </div>
        {dismissible && (
          <IconButton
            label="Dismiss"
            onClick={onDismiss}
            className="-me-3 shrink-0 text-current! hover:bg-black/5! hover:text-current! noscript:hidden"
          >
            <Icon name="x" size={18} />
          </IconButton>
        )}
      </div>
    </section>
  )
}
