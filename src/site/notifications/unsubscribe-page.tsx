import type { ReactNode } from 'react'
import { subjectsOfMail } from '#contract/notifications/mail-subjects.ts'
import { type Head, type HeadArgs, useBoot, usePageData } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import type { unsubscribeData } from './unsubscribe-data.ts'

const PREFERENCES = '/user/notifications?show=preferences'

export function head({ site }: HeadArgs): Head {
  return { title: `Unsubscribe · ${site.name}`, noIndex: true }
}

/** Where the link at the foot of a mail leads. Nothing has changed yet: mail programs open links by themselves. */
export default function UnsubscribePage() {
  const link = usePageData<typeof unsubscribeData>()
  if (!link) {
    return (
      <Said icon="link-2-off" title="This link no longer works" action={<ToPreferences />}>
        It may be too old, or part of it is missing. What we mail you can be chosen on your own page, too.
      </Said>
    )
  }
  const about = link.kind === null ? 'what happens here' : subjectsOfMail[link.kind]
  if (link.ended) {
    return (
      <Said icon="circle-check" title="You are unsubscribed" action={<ToPreferences />}>
        We mail you no more about {about}. If you change your mind, choose it again on your own page.
      </Said>
    )
  }
  return (
    <Said icon="mail" title="No more of these mails?" action={<Confirm token={link.token} />}>
      This ends our mail about {about}. Everything else stays as it is.
    </Said>
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
      Choose what we mail you
    </ButtonLink>
  )
}

function Said({
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
