import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Profile } from '#contract/people.ts'
import { fieldMessages, toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { HandleField, normalizeHandle } from '#site/identity/sign-in/handle-field.tsx'
import { useApi } from '#site/page.ts'
import { useSession } from '#site/identity/session/session.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Button } from '#site/ui/button.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'
import { PictureField } from '#site/storage/picture-field.tsx'
import { LinkFields, linkErrors, parseLinks } from './link-fields.tsx'
import { useHandleCheck } from './use-handle-check.ts'

const sentences = {
  name: fieldMessages.name,
  handle: fieldMessages.handle,
  about: 'Use 500 characters or fewer.',
  story: 'Use 5,000 characters or fewer.',
}

export function EditProfile({ person, onDone }: { person: Profile; onDone(): void }) {
  const api = useApi()
  const session = useSession()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  // Undefined means unchanged: left out of the request.
  const [header, setHeader] = useState<string | null | undefined>(undefined)
  const [typedHandle, setTypedHandle] = useState(person.handle)
  const handleState = useHandleCheck(person.handle, typedHandle)

  async function save(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { name = '', about = '', story = '' } = values
    const handle = normalizeHandle(values['handle'] ?? '')
    const links = parseLinks(values)
    try {
      await api('PUT /api/profile', {
        body: {
          name,
          handle,
          about,
          story,
          links: links.map(({ link }) => link),
          ...(header !== undefined && { header }),
        },
      })
    } catch (error) {
      return linkErrors(error, links) ?? toFormProblem(error, sentences)
    }
    await session.refresh()
    if (handle === person.handle) await revalidate()
    else await navigate(`/user/${handle}`, { replace: true })
    onDone()
    await toast({ tone: 'success', title: 'Profile saved' })
    return undefined
  }

  async function setAvatar(media: string | null) {
    await api('PUT /api/profile/picture', { body: { media } })
    await session.refresh()
  }

  return (
    <section aria-label="Edit your profile" className="grid grid-cols-1 gap-6 border-b border-gray-200 pt-8 pb-10">
      <h1 className="font-serif text-2xl font-semibold">Edit your profile</h1>
      <PictureField
        label="Header"
        shape="wide"
        picture={person.header}
        hint="Shown above your name. Wide pictures work best."
        onChange={async (media) => setHeader(media?.id ?? null)}
      />
      <PictureField
        label="Picture"
        shape="round"
        picture={person.avatar}
        instead={<Avatar name={person.name} size={96} />}
        hint="Changes right away, everywhere on the site."
        onChange={(media) => setAvatar(media?.id ?? null)}
      />
      <Form
        submit="Save"
        onSubmit={save}
        beside={
          <Button tone="plain" onClick={onDone}>
            Cancel
          </Button>
        }
      >
        <TextField
          name="name"
          label="Name"
          required
          autoComplete="name"
          maxLength={80}
          dir="auto"
          defaultValue={person.name}
        />
        <HandleField value={typedHandle} onTyped={setTypedHandle} state={handleState} />
        <TextArea
          name="about"
          label="Bio"
          maxLength={500}
          rows={2}
          dir="auto"
          defaultValue={person.about}
          hint="A sentence or two, shown under your name."
        />
        <TextArea
          name="story"
          label="About you"
          maxLength={5000}
          rows={6}
          dir="auto"
          defaultValue={person.story}
          hint="Up to 5,000 characters, shown on the About tab of your profile."
        />
        <LinkFields links={person.links} />
      </Form>
    </section>
  )
}
