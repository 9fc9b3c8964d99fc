import { Form } from 'react-router'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { isFiltered, listUrl } from './list-address.ts'
import type { ListFilter } from './list-types.ts'
import { PersonInput } from './person-input.tsx'

type Props = {
  path: string
  query: Readonly<Record<string, string>>
  filters: readonly ListFilter[]
  searchLabel: string | undefined
  keep: readonly string[]
}

/** A GET form: it works before scripts load, and its URL can be bookmarked. */
export function ListFilters({ path, query, filters, searchLabel, keep }: Props) {
  const kept = ['sort', 'hide', ...keep].flatMap((name) => (query[name] ? { name, value: query[name] } : []))
  const cleared = Object.fromEntries(kept.map(({ name, value }) => [name, value]))
  return (
    <search>
      <Form
        key={JSON.stringify(query)}
        action={path}
        aria-label="Search and filter"
        className="flex flex-wrap items-end gap-3 py-4"
      >
        {kept.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {searchLabel && (
          <input
            name="q"
            type="search"
            aria-label={searchLabel}
            placeholder={searchLabel}
            defaultValue={query['q'] ?? ''}
            maxLength={200}
            autoComplete="off"
            dir="auto"
            className={`min-h-11 min-w-40 flex-1 basis-64 sm:max-w-96 ${controlLook}`}
          />
        )}
        {filters.map((filter) => (
          <Filter key={filter.name} filter={filter} value={query[filter.name] ?? ''} />
        ))}
        <Button type="submit" tone="quiet">
          Search
        </Button>
        {isFiltered(query, filters) && (
          <ButtonLink to={listUrl(path, cleared)} tone="plain">
            Clear
          </ButtonLink>
        )}
      </Form>
    </search>
  )
}

const small = `min-h-11 w-auto! text-sm! ${controlLook}`

function Filter({ filter, value }: { filter: ListFilter; value: string }) {
  return (
    <label className="grid gap-1 text-sm text-gray-600 max-sm:flex-1 max-sm:basis-36">
      {filter.label}
      {filter.kind === 'choice' ? (
        <select
          name={filter.name}
          defaultValue={value}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          className={`pe-2! max-sm:w-full! ${small}`}
        >
          <option value="">Any</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : filter.kind === 'person' ? (
        <PersonInput name={filter.name} defaultValue={value} className={`max-w-44 max-sm:w-full! ${small}`} />
      ) : (
        <input
          name={filter.name}
          type={filter.kind === 'date' ? 'date' : 'text'}
          defaultValue={value}
          placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
          autoComplete="off"
          className={`max-sm:w-full! ${filter.kind === 'text' ? 'max-w-44' : ''} ${small}`}
        />
      )}
    </label>
  )
}
