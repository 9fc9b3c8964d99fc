import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type SetupStep, setupSteps } from '#contract/admin/setup-steps.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { isBuilt } from '#site/routes.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { toast } from '#site/ui/toast.tsx'

/** `how` says what to do while the screen for it is not built. */
const steps: Record<SetupStep, { name: string; to: string; how: string }> = {
  name: {
    name: 'Name your site',
    to: '/admin/settings',
    how: 'The name is in the header, in emails and on social cards.',
  },
  logo: { name: 'Add a logo or an icon', to: '/admin/settings/appearance', how: 'So that people recognize the site.' },
  category: { name: 'Create the first category', to: '/admin/category', how: 'Categories group your stories.' },
  mail: {
    name: 'Connect a mail server',
    to: '/admin/settings/mail',
    how: 'Emails are then delivered. You can send a test mail.',
  },
  backup: {
    name: 'Make a first backup',
    to: '/admin/backups',
    how: 'A backup is one file with everything on the site.',
  },
  editor: {
    name: 'Invite an editor',
    to: '/admin/users/invitations',
    how: 'Editors review stories and moderate responses.',
  },
}

/** For a new site. Disappears when every step is done or an admin dismisses it. */
export function SetupChecklist({ done }: { done: readonly SetupStep[] }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  if (done.length === setupSteps.length) return null

  async function dismiss() {
    setIsBusy(true)
    try {
      await api('POST /api/admin/overview/dismiss-setup')
      await revalidate()
    } catch (error) {
      await toast({ tone: 'danger', title: errorMessage(error) })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section aria-labelledby="setup" className="max-w-3xl rounded-lg border border-gray-200 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="setup" className="font-serif text-xl font-semibold">
          Set up your site
        </h2>
        <Button tone="plain" size="sm" busy={isBusy} onClick={() => void dismiss()}>
          Dismiss
        </Button>
      </div>
      <p className="mt-1 text-sm text-gray-600">
        {done.length} of {setupSteps.length} steps done
      </p>
      <ol className="mt-4 grid gap-3">
        {setupSteps.map((step) => (
          <Step key={step} step={step} isDone={done.includes(step)} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step, isDone }: { step: SetupStep; isDone: boolean }) {
  const { name, to, how } = steps[step]
  return (
    <li className="flex gap-3">
      <Icon
        name={isDone ? 'circle-check' : 'circle'}
        className={`mt-0.5 shrink-0 ${isDone ? 'text-primary-700' : 'text-gray-400'}`}
      />
      <div className="min-w-0 text-sm">
        {isDone ? (
          <span className="text-gray-600">
            {name} <span className="sr-only">(done)</span>
          </span>
        ) : isBuilt(to) ? (
          <TextLink to={to}>{name}</TextLink>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        {!isDone && <p className="text-gray-600 wrap-anywhere">{how}</p>}
      </div>
    </li>
  )
}
