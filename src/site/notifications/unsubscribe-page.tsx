import type { ReactNode } from 'react'
import { mailSubjects } from '#contract/notifications/mail-subjects.ts'
import { type Head, type HeadArgs, useBoot, usePageData } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import type { unsubscribeData } from './unsubscribe-data.ts'

const PREFERENCES = '/user/notifications?show=preferences'

export function head({ site }: HeadArgs): Head {
  return { title: `Unsubscribe · ${site.name}`, noIndex: true }
}

/** Requires a confirmation, because mail clients prefetch links. */
export default function UnsubscribePage() {
  const link = usePageData<typeof unsubscribeData>()
  if (!link) {
    return (
      <Message icon="link-2-off" title="This link no longer works" action={<ToPreferences />}>
        The link has expired or is incomplete. You can change what we email you in your notification preferences.
      </Message>
    )
  }
  const about = link.kind === null ? 'activity here' : mailSubjects[link.kind]
  if (link.ended) {
    return (
      <Message icon="circle-check" title="You are unsubscribed" action={<ToPreferences />}>
        We won’t email you about {about}. You can turn this back on in your notification preferences.
      </Message>
    )
  }
  return (
    <Message icon="mail" title="Unsubscribe from these emails?" action={<Confirm token={link.token} />}>
      You’ll stop getting emails about {about}. Other emails are not affected.
    </Message>
  )
}

/** A plain form, which works without scripts. */
function Confirm({ token }: { token: string }) {
  const { base } = useBoot()
  return (
    <form method="post" action={`${base}unsubscribe/${token}`} className="flex flex-wrap justify-center gap-3">
      <input type="hidden" name="from" value="page" />
      <Button type="submit">Unsubscribe</Button>
      <ToPreferences />
    </form>
  )
}

function ToPreferences() {
  return (
    <ButtonLink to={PREFERENCES} tone="quiet">
      Manage email preferences
    </ButtonLink>
  )
}

function Message({
  icon,
  title,
  action,
  children,
}: {
  icon: string
  title: string
  action: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-5 py-16 text-center sm:py-24">
      <Icon name={icon} size={32} className="text-primary-700" />
      <h1 className="mt-4 font-serif text-2xl font-semibold text-balance">{title}</h1>
      <p className="mt-3 mb-8 text-gray-600">{children}</p>
      {action}
    </div>
  )
}
