import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { ArticleState } from '#contract/articles/articles.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { type DeskQuery, formatDeskUrl, sortLabels } from './desk-query.ts'

type Props = {
  path: string
  usual: ArticleState
  asked: DeskQuery
}

/** A GET form: it works before scripts load, and its URL can be bookmarked. */
export function DeskFilters({ path, usual, asked }: Props) {
  const { state, q, sort } = asked
  return (
    <search>
      <Form
        key={JSON.stringify(asked)}
        action={path}
        className="flex flex-wrap items-center gap-3 py-4"
        aria-label="Search and sort"
      >
        {state !== usual && <input type="hidden" name="state" value={state} />}
        <input
          name="q"
          type="search"
          aria-label="Search your stories"
          placeholder="Search your stories"
          defaultValue={q}
          className={`min-h-11 min-w-40 flex-1 basis-56 sm:max-w-72 ${controlLook}`}
        />
        <FilterSelect label="Sort by" name="sort" value={sort}>
          {Object.entries(sortLabels).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </FilterSelect>
        <Button type="submit" tone="quiet">
          Search
        </Button>
        {q && (
          <ButtonLink to={formatDeskUrl(path, { state, sort }, usual)} tone="plain">
            Clear
          </ButtonLink>
        )}
      </Form>
    </search>
  )
}

type SelectProps = { label: string; name: string; value: string; children: ReactNode }

/** A native select, so that it works without scripts. */
function FilterSelect({ label, name, value, children }: SelectProps) {
  return (
    <label className="flex items-center gap-2 text-sm text-gray-600">
      {label}
      <select
        name={name}
        defaultValue={value}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className={`min-h-11 w-auto! pe-2! text-sm! ${controlLook}`}
      >
        {children}
      </select>
    </label>
  )
}
