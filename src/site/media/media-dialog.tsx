import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { AltSuggestions } from './alt-suggestions.tsx'
import { DeleteMedia } from './delete-media.tsx'
import { MediaDetails } from './media-details.tsx'
import { ReplaceMedia } from './replace-media.tsx'

type Props = {
  media: Media | null
  onClose(): void
  onChange(media: Media): void
  onDeleted(id: string): void
}

/** The detail view of a library item. */
export function MediaDialog({ media, onClose, onChange, onDeleted }: Props) {
  return (
    <Dialog wide open={media !== null} onOpenChange={(open) => !open && onClose()} title={media?.name ?? ''}>
      {media && (
        <div key={media.id} className="grid grid-cols-1 gap-6 md:grid-cols-[3fr_2fr]">
          <div className="grid content-start gap-4">
            <Preview media={media} />
            <ReplaceMedia media={media} onChange={onChange} />
          </div>
          <div className="grid content-start gap-6">
            <Words media={media} onChange={onChange} />
            <MediaDetails media={media} />
            <DeleteMedia
              media={media}
              onDeleted={() => {
                onDeleted(media.id)
                onClose()
              }}
            />
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** Not wider than the image itself. */
function previewSizes(width: number) {
  return `(min-width: 48rem) min(${width}px, 33rem), min(${width}px, 100vw - 6rem)`
}

function Preview({ media: { picture, state } }: { media: Media }) {
  return (
    <div className="grid min-h-48 place-items-center rounded-md bg-gray-100 p-2">
      {picture && state !== 'failed' ? (
        <Photo picture={picture} sizes={previewSizes(picture.width)} className="max-h-[60dvh] w-auto object-contain!" />
      ) : (
        <Icon name={picture ? 'image-off' : 'file-text'} size={48} className="text-gray-400" />
      )}
    </div>
  )
}

/** The name and the alt text. */
function Words({ media, onChange }: { media: Media; onChange(media: Media): void }) {
  const api = useApi()
  const [saved, setSaved] = useState(false)
  const [suggestion, setSuggestion] = useState({ text: '', count: 0 })

  async function save({ name = '', alt }: Record<string, string>): Promise<FormProblem | undefined> {
    setSaved(false)
    try {
      const body = { name, ...(alt !== undefined && { alt }) }
      onChange(await api('PATCH /api/media/{id}', { params: { id: media.id }, body }))
      setSaved(true)
      return undefined
    } catch (error) {
      return toFormProblem(error, { name: 'One to two hundred letters.', alt: 'At most five hundred letters.' })
    }
  }

  return (
    <Form submit="Save" tone="quiet" onSubmit={save}>
      {media.picture && (
        <TextArea
          // The default value is read once, and a suggestion can be used again after edits.
          key={suggestion.count}
          name="alt"
          label="Description"
          rows={2}
          maxLength={500}
          dir="auto"
          defaultValue={suggestion.count > 0 ? suggestion.text : media.picture.alt}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- after a suggestion was used, not when the dialog opens
          autoFocus={suggestion.count > 0}
          hint="Describe the picture for people who can’t see it. Screen readers read it out, and it is shown when the picture doesn’t load."
        />
      )}
      <AltSuggestions media={media} onChoose={(text) => setSuggestion(({ count }) => ({ text, count: count + 1 }))} />
      <TextField name="name" label="Name" required maxLength={200} dir="auto" defaultValue={media.name} />
      {saved && <Banner tone="success">Saved.</Banner>}
    </Form>
  )
}
