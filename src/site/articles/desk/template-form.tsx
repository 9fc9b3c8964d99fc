import { Suspense, lazy, useRef } from 'react'
import type { Template } from '#contract/articles/templates.ts'
import type { Document, Node } from '#contract/document/document.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { Button } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import type { TemplateDraft } from './use-templates.ts'

const StoryEditor = lazy(() => import('#site/articles/editor/editor.tsx'))
const emptyText: Document = { type: 'doc', content: [{ type: 'paragraph' }] }

type Props = {
  kind: Template['kind']
  template: Template | null
  onSave(draft: TemplateDraft): Promise<void>
  onClose(): void
}

export function TemplateForm({ kind, template, onSave, onClose }: Props) {
  const readBody = useRef<(() => Document) | null>(null)

  async function save({ name = '', description = '', title = '' }: Record<string, string>) {
    if (name.trim() === '') return { fields: { name: kind === 'prompt' ? 'Enter a question.' : 'Enter a name.' } }
    const body = kind === 'prompt' ? null : (readBody.current?.() ?? template?.body ?? null)
    try {
      await onSave({ kind, name, description, title, body: body && hasContent(body) ? body : null })
      onClose()
    } catch (error) {
      return { message: errorMessage(error) }
    }
  }

  return (
    <div className="rounded-lg border border-gray-200 p-5">
      <Form
        submit={template ? 'Save' : 'Add'}
        onSubmit={save}
        beside={
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextField
          name="name"
          label={kind === 'prompt' ? 'Question' : 'Name'}
          required
          maxLength={200}
          defaultValue={template?.name ?? ''}
          dir="auto"
        />
        {kind === 'template' && (
          <>
            <TextField
              name="description"
              label="Description"
              maxLength={500}
              defaultValue={template?.description ?? ''}
              dir="auto"
            />
            <TextField
              name="title"
              label="Starting title"
              maxLength={200}
              defaultValue={template?.title ?? ''}
              dir="auto"
            />
            <section aria-label="Starting text">
              <p className="text-sm font-medium text-gray-800">Starting text</p>
              <p className="pb-1.5 text-sm text-gray-600">
                Writers see your paragraphs and headings as hints until they type. Hints are never published.
              </p>
              <div className="rounded-md border border-gray-300 p-4">
                <Suspense fallback={<Skeleton className="h-40 w-full rounded-sm" />}>
                  <StoryEditor
                    initial={template?.body ?? emptyText}
                    onChange={(read) => {
                      readBody.current = read
                    }}
                    prompt="Write the starting text"
                    language="en"
                  />
                </Suspense>
              </div>
            </section>
          </>
        )}
      </Form>
    </div>
  )
}

/** An empty editor still holds an empty paragraph. */
function hasContent({ content }: Document) {
  return content.some(isNotEmpty)
}

function isNotEmpty({ type, text, content = [] }: Node): boolean {
  return Boolean(text) || (type !== 'paragraph' && type !== 'heading') || content.some(isNotEmpty)
}
