import { useRef, useState } from 'react'
import { Refusal } from '#contract/errors.ts'
import type { AdminCategory } from '#contract/taxonomy/taxonomy.ts'
import {
  MAX_CATEGORY_DESCRIPTION,
  MAX_TOPIC_NAME,
  MAX_TOPIC_SLUG,
  categorySlug,
} from '#contract/taxonomy/topic-rules.ts'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { isRecord } from '#site/infinite-list/fetch-page.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'
import { CategoryConflict } from './category-conflict.tsx'
import { ColorField, colorProblem } from './color-field.tsx'
import { type ChosenPicture, PictureChoice } from './picture-choice.tsx'
import { useSlugCheck } from './use-slug-check.ts'

type Props = { category: AdminCategory | null; onSaved(saved: AdminCategory): void; onClose(): void }

const messages = {
  name: `Enter a name of up to ${MAX_TOPIC_NAME} characters.`,
  slug: 'Use only letters from a to z, digits and hyphens.',
  description: `Use up to ${MAX_CATEGORY_DESCRIPTION} characters.`,
}

/** Creates a category, or edits one. After an edit of another editor, both versions are shown and nothing is lost. */
export function CategoryDialog({ category, onSaved, onClose }: Props) {
  const [base, setBase] = useState(category)
  // The form of another version starts again.
  const [form, setForm] = useState(0)
  const edited = useRef(false)
  const [asking, setAsking] = useState(false)

  function use(theirs: AdminCategory) {
    edited.current = false
    setBase(theirs)
    setForm((before) => before + 1)
    onSaved(theirs)
  }

  return (
    <Dialog
      open
      // Escape, a click outside or the cross. Cancel does not ask.
      onOpenChange={(open) => !open && (edited.current ? setAsking(true) : onClose())}
      title={category ? `Edit “${category.name}”` : 'New category'}
    >
      <CategoryForm
        key={form}
        category={base}
        onEdit={() => {
          edited.current = true
        }}
        onUse={use}
        onSaved={onSaved}
        onClose={onClose}
      />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="They are not saved yet."
        actions={
          <>
            <DialogClose>
              <Button tone="quiet">Keep editing</Button>
            </DialogClose>
            <Button tone="danger" onClick={onClose}>
              Discard changes
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

type FormProps = Props & { onEdit(): void; onUse(theirs: AdminCategory): void }

function CategoryForm({ category, onEdit, onUse, onSaved, onClose }: FormProps) {
  const api = useApi()
  const [name, setName] = useState(category?.name ?? '')
  const [ownSlug, setOwnSlug] = useState(category?.slug ?? null)
  const [color, setColor] = useState(category?.color ?? null)
  const [colorError, setColorError] = useState<string | null>(null)
  const [picture, setPicture] = useState(() => chosenPicture(category))
  const [theirs, setTheirs] = useState<AdminCategory | null>(null)
  const slug = ownSlug ?? categorySlug(name)
  const slugState = useSlugCheck(slug === category?.slug ? '' : slug, category?.id ?? null)

  async function save({ description = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    const wrongColor = colorProblem(color)
    setColorError(wrongColor)
    if (wrongColor) return { message: wrongColor }
    const fields = {
      name,
      ...(slug && { slug }),
      description,
      color,
      picture: picture && { media: picture.media, alt: picture.alt, focus: picture.focus },
    }
    try {
      const version = (theirs ?? category)?.version
      const saved =
        category && version !== undefined
          ? await api('PUT /api/admin/categories/{id}', { params: { id: category.id }, body: { ...fields, version } })
          : await api('POST /api/admin/categories', { body: fields })
      onSaved(saved)
      onClose()
      void toast({ tone: 'success', title: category ? 'Category saved' : `“${saved.name}” created` })
      return undefined
    } catch (error) {
      const current = conflictingVersion(error)
      if (current) {
        setTheirs(current)
        return { message: 'This category was changed while you edited it. Your input is still here.' }
      }
      return problemOf(error)
    }
  }

  return (
    <Form
      submit={theirs ? 'Save mine' : category ? 'Save' : 'Create'}
      onSubmit={save}
      beside={
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {theirs && <CategoryConflict theirs={theirs} before={category} onUse={() => onUse(theirs)} />}
      <TextField
        name="name"
        label="Name"
        required
        maxLength={MAX_TOPIC_NAME}
        dir="auto"
        autoComplete="off"
        value={name}
        onValueChange={(typed) => {
          setName(typed)
          onEdit()
        }}
      />
      <TextField
        name="slug"
        label="Address"
        required
        maxLength={MAX_TOPIC_SLUG}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        onValueChange={(typed) => {
          setOwnSlug(typed.trim().toLowerCase() || null)
          onEdit()
        }}
        hint={
          <>
            <span dir="ltr" className="wrap-anywhere">
              /category/{slug || '…'}
            </span>
            {category && slug !== category.slug && <span className="block">The old address will redirect here.</span>}
            <output className="block font-medium">
              {slug === '' && name.trim() !== '' ? noSlug : slugState && slugMessages[slugState]}
            </output>
          </>
        }
      />
      <TextArea
        name="description"
        label="Description"
        rows={2}
        maxLength={MAX_CATEGORY_DESCRIPTION}
        dir="auto"
        defaultValue={category?.description ?? ''}
        onChange={onEdit}
        hint="Shown on the category’s page and by search engines."
      />
      <PictureChoice
        value={picture}
        onChange={(next) => {
          setPicture(next)
          onEdit()
        }}
      />
      <ColorField
        value={color}
        problem={colorError}
        onChange={(next) => {
          setColor(next)
          setColorError(null)
          onEdit()
        }}
      />
    </Form>
  )
}

const noSlug = <span className="text-danger-700">! Enter an address with letters a to z, digits and hyphens.</span>
const slugMessages = {
  asking: <span className="text-gray-600">Checking availability…</span>,
  free: <span className="text-primary-700">✓ Available</span>,
  taken: <span className="text-danger-700">! Taken or not allowed</span>,
}

function chosenPicture(category: AdminCategory | null): ChosenPicture | null {
  if (!category?.picture) return null
  const { media, picture } = category
  return { media, alt: picture.alt, focus: picture.focus ?? null, picture }
}

function conflictingVersion(error: unknown) {
  if (!(error instanceof Refusal) || error.code !== 'version-conflict') return null
  const { current } = error.details
  return isSavedCategory(current) ? current : null
}

function problemOf(error: unknown): FormProblem {
  const field: unknown = error instanceof Refusal && error.code === 'topic-exists' ? error.details['field'] : null
  if (error instanceof Refusal && (field === 'name' || field === 'slug')) return { fields: { [field]: error.message } }
  return toFormProblem(error, messages)
}

/** The server sends the whole category; these fields tell it from anything else. */
function isSavedCategory(value: unknown): value is AdminCategory {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['version'] === 'number'
}
