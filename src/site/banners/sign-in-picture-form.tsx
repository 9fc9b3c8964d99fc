import { useState } from 'react'
import type { AdminSignInPicture, SignInPictureFields } from '#contract/banners.ts'
import type { Media } from '#contract/media.ts'
import { AuthPanel } from '#site/identity/sign-in/auth-panel.tsx'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { Button } from '#site/ui/button.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { ConflictNotice, conflictOf } from './conflict-notice.tsx'
import { PictureChooser } from './picture-chooser.tsx'

const MAX_QUOTE = 300

const messages = {
  media: 'Choose another picture.',
  alt: 'Describe the picture, or mark it as decorative.',
  quote: 'Choose a picture or enter a quote of up to 300 characters.',
  attribution: 'Enter up to 100 characters.',
}

const empty: SignInPictureFields = {
  media: null,
  alt: '',
  decorative: false,
  focus: null,
  quote: '',
  attribution: '',
  enabled: true,
}

type Props = {
  before: AdminSignInPicture | null
  onSave(fields: SignInPictureFields, before: AdminSignInPicture | null): Promise<void>
  onClose(): void
}

/** Adds or changes a picture. The panel beside it follows the input. */
export function SignInPictureForm({ before, onSave, onClose }: Props) {
  /** The saved version that the input is based on. */
  const [base, setBase] = useState(before)
  const [fields, setFields] = useState<SignInPictureFields>(() => (before ? fieldsOf(before) : empty))
  const [picture, setPicture] = useState(before?.picture ?? null)
  const [theirs, setTheirs] = useState<AdminSignInPicture | null>(null)
  // Fields read their default once.
  const [round, setRound] = useState(0)
  const change = (changes: Partial<SignInPictureFields>) => setFields((old) => ({ ...old, ...changes }))

  function choose(media: Media | null) {
    setPicture(media?.picture ?? null)
    change({ media: media?.id ?? null, alt: media?.picture?.alt ?? '', focus: null })
    setRound((now) => now + 1)
  }

  async function save(): Promise<FormProblem | undefined> {
    const problem = problemOf(fields)
    if (problem) return { fields: problem }
    try {
      await onSave(fields, base)
    } catch (error) {
      const current = conflictOf(error, isSignInPicture)
      if (!current) return toFormProblem(error, messages)
      setTheirs(current)
      return undefined
    }
    onClose()
    return undefined
  }

  function useTheirs(current: AdminSignInPicture) {
    setBase(current)
    setFields(fieldsOf(current))
    setPicture(current.picture)
    setTheirs(null)
    setRound(round + 1)
  }

  const { quote, attribution, alt, decorative, focus, enabled } = fields
  const shown = { picture: picture && { ...picture, alt: '', focus }, quote: quote.trim(), attribution }
  return (
    <div className="grid items-start gap-6 rounded-lg border border-gray-200 p-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Form
        submit={before ? 'Save' : 'Add'}
        onSubmit={save}
        beside={
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        {theirs && (
          <ConflictNotice
            what="picture"
            onKeepMine={() => {
              setBase(theirs)
              setTheirs(null)
            }}
            onUseTheirs={() => useTheirs(theirs)}
          >
            <p dir="auto">{theirs.quote || 'No quote'}</p>
          </ConflictNotice>
        )}
        <PictureChooser
          picture={picture}
          focus={focus}
          onPicture={choose}
          onReady={(media) => setPicture((now) => (fields.media === media.id ? media.picture : now))}
          onFocus={(point) => change({ focus: point })}
        />
        {picture && (
          <div>
            <TextField
              key={`alt ${round}`}
              name="alt"
              label="Description of the picture"
              required={!decorative}
              disabled={decorative}
              maxLength={500}
              dir="auto"
              defaultValue={alt}
              onChange={({ currentTarget }) => change({ alt: currentTarget.value })}
              hint="For people who can’t see it."
            />
            <Checkbox
              label="The picture is decorative and needs no description"
              checked={decorative}
              onCheckedChange={(checked) => change({ decorative: checked })}
            />
          </div>
        )}
        <TextArea
          key={`quote ${round}`}
          name="quote"
          label="Quote"
          rows={2}
          maxLength={MAX_QUOTE}
          dir="auto"
          defaultValue={quote}
          onChange={({ currentTarget }) => change({ quote: currentTarget.value })}
        />
        <TextField
          key={`attribution ${round}`}
          name="attribution"
          label="Attribution"
          maxLength={100}
          dir="auto"
          defaultValue={attribution}
          onChange={({ currentTarget }) => change({ attribution: currentTarget.value })}
          hint="Who said it, or who took the picture."
        />
        <Checkbox label="Show it" checked={enabled} onCheckedChange={(checked) => change({ enabled: checked })} />
      </Form>
      <figure>
        <figcaption className="mb-1.5 text-sm text-gray-600">Preview</figcaption>
        <div className="h-96 overflow-hidden rounded-md">
          <AuthPanel shown={shown.picture || shown.quote ? shown : null} sizes="20rem" />
        </div>
      </figure>
    </div>
  )
}

function fieldsOf({ media, alt, decorative, focus, quote, attribution, enabled }: AdminSignInPicture) {
  return { media, alt, decorative, focus, quote, attribution, enabled }
}

function problemOf({ media, alt, decorative, quote }: SignInPictureFields): Record<string, string> | null {
  if (media === null && quote.trim() === '') return { quote: 'Choose a picture or enter a quote.' }
  if (media !== null && !decorative && alt.trim() === '') return { alt: messages.alt }
  return null
}

function isSignInPicture(value: unknown): value is AdminSignInPicture {
  return typeof value === 'object' && value !== null && 'decorative' in value && 'version' in value
}
