import type { Access } from '#contract/articles.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'

const choices: { value: Access; name: string; says: string }[] = [
  { value: 'public', name: 'Everybody', says: 'Anybody can read all of it.' },
  {
    value: 'preview',
    name: 'Members, with a preview',
    says: 'Anybody can read up to the members-only line in the text.',
  },
  { value: 'members', name: 'Members', says: 'Others see the title, the cover and the excerpt.' },
]

/** Who may read it. */
export function AccessField() {
  const { fields, change, readOnly } = useWriting()
  const lineless = fields.access === 'preview' && !fields.body.content.some(({ type }) => type === 'membersLine')
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-gray-800">Who can read it</legend>
      <div className="grid gap-1">
        {choices.map(({ value, name, says }) => (
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
              <span className="block text-sm text-gray-600">{says}</span>
            </span>
          </label>
        ))}
      </div>
      {lineless && (
        <p className="mt-2 rounded-md bg-warning-50 px-3 py-2 text-sm text-warning-800">
          There is no members-only line in the text yet. Type “/” on an empty line and choose it; until then all of it
          is for members.
        </p>
      )}
    </fieldset>
  )
}
