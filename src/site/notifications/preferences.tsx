import { useCallback, useEffect, useState } from 'react'
import { hasRole } from '#contract/endpoint.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { useApi, useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { PreferenceRow } from './preference-row.tsx'
import { WeeklySummaryRow } from './weekly-summary-row.tsx'
import { PushSection } from './push-section.tsx'
import { usePreferences } from './use-preferences.ts'

type Known = Reply<'GET /api/notifications/preferences'>

export function Preferences() {
  const api = useApi()
  const [known, setKnown] = useState<Known | 'failed' | null>(null)

  const load = useCallback(
    () => api('GET /api/notifications/preferences').then(setKnown, () => setKnown('failed')),
    [api],
  )
  useEffect(() => void load(), [load])

  function again() {
    setKnown(null)
    void load()
  }

  if (known === null) return <Waiting />
  if (known === 'failed') {
    return (
      <Banner
        tone="danger"
        action={
          <Button tone="quiet" size="sm" onClick={again}>
            Try again
          </Button>
        }
      >
        Couldn’t load your preferences. Try again.
      </Banner>
    )
  }
  return <Loaded {...known} />
}

function Loaded({ preferences: initially, weeklySummary, mailable, pushKey, endpoints }: Known) {
  const { preferences, change } = usePreferences(initially)
  const { viewer, site } = useShell()
  const isEditor = viewer !== null && hasRole(viewer, 'editor')
  const hasBerries = !site.switchedOff.includes('berries')
  return (
    <section aria-labelledby="preferences" className="mt-6 grid grid-cols-1 gap-6">
      <div>
        <h2 id="preferences" className="font-serif text-xl font-semibold">
          Notification preferences
        </h2>
        <p className="mt-1 text-sm text-gray-600">Changes are saved automatically. Daily emails go out at 07:00 UTC.</p>
      </div>
      {!mailable && (
        <Banner tone="warning">
          Verify your email address to get email notifications.{' '}
          <TextLink to="/user/account">Go to account settings</TextLink>
        </Banner>
      )}
      <PushSection pushKey={pushKey} endpoints={endpoints} />
      <div>
        <div
          aria-hidden
          className={`hidden border-b border-gray-300 pb-2 text-sm font-medium text-gray-600 sm:grid ${columns}`}
        >
          <span>Notification</span>
          <span className="text-end">On the site</span>
          <span>Email</span>
          <span className="text-end">Push</span>
        </div>
        {preferences
          .filter(({ kind }) => (isEditor || !forEditors.has(kind)) && (hasBerries || !aboutBerries.has(kind)))
          .map((preference) => (
            <PreferenceRow
              key={preference.kind}
              preference={preference}
              columns={columns}
              onChange={(changes) => change(preference.kind, changes)}
            />
          ))}
        <WeeklySummaryRow initially={weeklySummary} columns={columns} />
      </div>
    </section>
  )
}

const forEditors: ReadonlySet<NotificationKind> = new Set(['submission', 'assignment'])
const aboutBerries: ReadonlySet<NotificationKind> = new Set(['berries', 'reward'])

const columns = 'sm:grid-cols-[minmax(0,1fr)_6rem_8rem_4rem] sm:gap-x-6'

function Waiting() {
  return (
    <output className="mt-6 grid grid-cols-1 gap-6">
      <span className="sr-only">Loading preferences</span>
      <Skeleton className="h-7 w-48 rounded-sm" />
      <Skeleton className="h-24 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </output>
  )
}
