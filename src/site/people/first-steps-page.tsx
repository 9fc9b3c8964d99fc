import { type ReactNode, useState } from 'react'
import { handleFromName } from '#contract/identity/handle-from-name.ts'
import { Logo } from '#site/logo.tsx'
import { fieldMessages, toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { HandleField, normalizeHandle } from '#site/identity/sign-in/handle-field.tsx'
import { useHardNavigation } from '#site/identity/sign-in/hard-navigation.ts'
import { useNext } from '#site/identity/sign-in/next-path.ts'
import { StepTitle } from '#site/identity/sign-in/step-title.tsx'
import { useApi, usePageData, useShell } from '#site/page.ts'
import { TopicChooser } from '#site/discovery/topic-chooser.tsx'
import { Avatar } from '#site/ui/avatar.tsx'
import { Button } from '#site/ui/button.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { PictureField } from '#site/storage/picture-field.tsx'
import { PeopleList } from './people-list.tsx'
import { useHandleCheck } from './use-handle-check.ts'
import type { firstStepsData } from './first-steps-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

/** Onboarding. Every step is optional. */
export default function FirstStepsPage() {
  const { name, handle, about, topics, people } = usePageData<typeof firstStepsData>()
  const { site, viewer } = useShell()
  const api = useApi()
  const leave = useHardNavigation()
  const next = useNext()
  const proposed = useProposedHandle(name, handle, !viewer?.welcomed)
  const state = useHandleCheck(handle, proposed.handle)

  async function save(values: Record<string, string>): Promise<FormProblem | undefined> {
    const body = {
      name: values['name'] ?? '',
      handle: normalizeHandle(values['handle'] ?? ''),
      about: values['about'] ?? '',
    }
    try {
      await api('PUT /api/profile', { body })
      return await leave(next)
    } catch (error) {
      return toFormProblem(error, {
        name: fieldMessages.name,
        handle: fieldMessages.handle,
        about: 'Use 500 characters or fewer.',
      })
    }
  }

  return (
    <div className="mx-auto flex min-h-dvh max-w-lg flex-col px-5 py-4 sm:py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Logo />
        <Skip next={next} />
      </div>
      <div className="flex-1 pt-8 pb-12 sm:pt-[6dvh]">
        <StepTitle lead="Every step is optional. You can come back to this page from your account.">
          Welcome to {site.name}
        </StepTitle>
        <Step id="topics" title="What do you like to read about?">
          <p className="mt-1 mb-5 text-sm text-gray-600">
            Follow a few topics. We use them to choose stories for your home page.
          </p>
          <TopicChooser {...topics} tags={topics.tags.slice(0, 12)} />
        </Step>
        {people.length > 0 && (
          <Step id="people" title="People to follow">
            <p className="mt-1 mb-3 text-sm text-gray-600">We’ll notify you when they publish.</p>
            <PeopleList people={people} />
          </Step>
        )}
        <Step id="profile" title="Your profile">
          <p className="mt-1 mb-5 text-sm text-gray-600">Shown next to your stories and responses.</p>
          <div className="mb-6">
            <PictureField
              label="Picture"
              shape="round"
              picture={viewer?.avatar ?? null}
              instead={<Avatar name={name} size={96} />}
              onChange={(media) => api('PUT /api/profile/picture', { body: { media: media?.id ?? null } })}
            />
          </div>
          <Form submit="Finish" onSubmit={save}>
            <TextField
              name="name"
              label="Name"
              required
              autoComplete="name"
              maxLength={80}
              dir="auto"
              defaultValue={name}
              onValueChange={proposed.onName}
            />
            <HandleField value={proposed.handle} state={state} onTyped={proposed.onTyped} />
            <TextArea
              name="about"
              label="About you"
              maxLength={500}
              dir="auto"
              defaultValue={about}
              hint="A sentence or two, shown on your profile."
            />
          </Form>
        </Step>
      </div>
    </div>
  )
}

function Step({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10 border-t border-gray-200 pt-8">
      <h2 id={id} className="font-serif text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The handle follows the name until the person types one, or has finished these steps before. */
function useProposedHandle(name: string, own: string, follows: boolean) {
  const [handle, setHandle] = useState(own)
  const [chosen, setChosen] = useState(!follows)
  return {
    handle,
    onName(typed: string) {
      // The server made the current handle from this name; it may have a number because the plain one was taken.
      if (!chosen) setHandle((typed.trim() !== name && handleFromName(typed)) || own)
    },
    onTyped(typed: string) {
      setChosen(typed !== '')
      setHandle(typed)
    },
  }
}

function Skip({ next }: { next: string }) {
  const api = useApi()
  const leave = useHardNavigation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function skip() {
    setBusy(true)
    setProblem('')
    try {
      await api('POST /api/profile/welcomed')
      await leave(next)
    } catch (error) {
      setProblem(toFormProblem(error, {}).message ?? '')
      setBusy(false)
    }
  }

  return (
    <>
      <Button tone="plain" size="sm" className="-me-3.5" busy={busy} onClick={() => void skip()}>
        Skip for now
      </Button>
      {problem && (
        <p role="alert" className="w-full text-end text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
    </>
  )
}
