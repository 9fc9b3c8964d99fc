import { useState } from 'react'
import { useHardNavigation } from '#site/identity/sign-in/hard-navigation.ts'
import { useApi, useShell } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { toast } from '#site/ui/toast.tsx'

/** On every page of an admin who views the site as another person. First in the document, at the bottom of the screen. */
export function ViewAsBanner() {
  const { viewer } = useShell()
  return viewer?.impersonation ? <Shown name={viewer.name} endsAt={viewer.impersonation.endsAt} /> : null
}

function Shown({ name, endsAt }: { name: string; endsAt: string }) {
  const api = useApi()
  const leave = useHardNavigation()
  const [busy, setBusy] = useState(false)

  async function stop() {
    setBusy(true)
    try {
      const { personId } = await api('POST /api/impersonation/end')
      await leave(personId ? `/admin/users/${personId}` : '/admin/users')
    } catch (error) {
      setBusy(false)
      const { errorMessage } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title: errorMessage(error) })
    }
  }

  return (
    <aside
      aria-label="Viewing as another person"
      className="fixed inset-x-3 bottom-20 z-50 mx-auto flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warning-200 bg-warning-50 px-4 py-2.5 text-sm text-warning-800 shadow-float md:bottom-4 print:hidden"
    >
      <Icon name="eye" size={20} />
      <p className="min-w-0 flex-1 basis-48">
        Viewing as{' '}
        <strong className="font-semibold wrap-anywhere" dir="auto">
          {name}
        </strong>
        . Read-only until <LocalTime at={endsAt} />.
      </p>
      <Button size="sm" busy={busy} onClick={() => void stop()}>
        Stop viewing
      </Button>
    </aside>
  )
}

/** In the time zone of the browser; the server does not know it. */
function LocalTime({ at }: { at: string }) {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' })}
    </time>
  )
}
