import { type ReactNode, useMemo } from 'react'
import type { Access } from '#contract/articles/articles.ts'
import { countParts, effectiveAccess } from '#site/articles/writing/publish/readers.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'

const choices: { value: Access; name: string; description: string }[] = [
  {
    value: 'public',
    name: 'Everyone',
    description: 'Anyone can read the whole story, or up to the members-only line.',
  },
  {
    value: 'preview',
    name: 'Members, with a preview',
    description: 'Anyone can read up to the members-only line.',
  },
  { value: 'members', name: 'Members', description: 'Others see only the title, cover and excerpt.' },
]

export function AccessField() {
  const { fields, change, readOnly } = useWriting()
  const parts = useMemo(() => countParts(fields.body), [fields.body])
  const effective = effectiveAccess(fields.access, parts)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-gray-800">Who can read this</legend>
      <div className="grid gap-1">
        {choices.map(({ value, name, description }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md px-2 py-1.5 hover:bg-gray-50"
          >
            <input
              type="radio"
              name="access"
              value={value}
              checked={fields.access === value}
              disabled={readOnly}
              onChange={() => change({ access: value })}
              className="mt-1 size-4 shrink-0 accent-primary-700"
            />
            <span className="text-base">
              {name}
              <span className="block text-sm text-gray-600">{description}</span>
            </span>
          </label>
        ))}
      </div>
      {fields.access === 'preview' && effective === 'members' && (
        <Note>
          The text has no members-only line yet, so the whole story is for members. To add one, type “/” on an empty
          line.
        </Note>
      )}
      {fields.access === 'public' && effective === 'preview' && (
        <Note>
          The text has a members-only line, so the part below it is for members. Remove the line to show the whole story
          to everyone.
        </Note>
      )}
    </fieldset>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-2 rounded-md bg-warning-50 px-3 py-2 text-sm text-warning-800">{children}</p>
}
