import { Form } from 'react-router'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { libraryUrl } from './library-url.ts'

type Props = { q: string; kind: string | null; everybody: boolean; mayLookAtAll: boolean }

const kinds = [
  { kind: null, name: 'All' },
  { kind: 'picture', name: 'Pictures' },
  { kind: 'file', name: 'Files' },
]

/** Links and a plain form, so that every view of the library has a URL. */
export function LibraryFilters({ q, kind, everybody, mayLookAtAll }: Props) {
  const of = everybody ? ('everybody' as const) : null
  return (
    <div className="mt-6 mb-5 flex flex-wrap items-center gap-x-6 gap-y-3">
      <search className="w-full sm:w-auto">
        <Form key={q} action="/library" className="flex gap-2">
          {kind && <input type="hidden" name="kind" value={kind} />}
          {of && <input type="hidden" name="of" value={of} />}
          <input
            name="q"
            type="search"
            aria-label="Search the library"
            placeholder="Name or description"
            defaultValue={q}
            className={`min-h-11 min-w-0 flex-1 sm:w-64 ${controlLook}`}
          />
          <Button type="submit" tone="quiet">
            Search
          </Button>
        </Form>
      </search>
      <nav aria-label="Filter by kind" className="flex gap-2">
        {kinds.map(({ kind: one, name }) => (
          <PillLink key={name} to={libraryUrl({ q, kind: one, of })} current={kind === one}>
            {name}
          </PillLink>
        ))}
      </nav>
      {mayLookAtAll && (
        <nav aria-label="Owner" className="flex gap-2 sm:ms-auto">
          <PillLink to={libraryUrl({ q, kind })} current={!everybody}>
            Yours
          </PillLink>
          <PillLink to={libraryUrl({ q, kind, of: 'everybody' })} current={everybody}>
            Everyone’s
          </PillLink>
        </nav>
      )}
    </div>
  )
}
