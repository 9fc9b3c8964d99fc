import { type RefObject, useId } from 'react'
import { Checkbox } from './checkbox.tsx'

type ChoiceGroup<Value extends string> = {
  name: string
  options: readonly { value: Value; says: string }[]
}

type Props<Value extends string> = {
  legend: string
  groups: readonly ChoiceGroup<Value>[]
  chosen: ReadonlySet<Value>
  onChange(chosen: Set<Value>): void
  error: string | null
  /** The first checkbox, to focus after an error. */
  first: RefObject<HTMLElement | null>
}

/** One checkbox per option, and one per group that selects all of it. */
export function GroupedChoice<Value extends string>(props: Props<Value>) {
  const { legend, groups, chosen, onChange, error, first } = props
  const errorId = useId()

  function choose(values: readonly Value[], isChosen: boolean) {
    const next = new Set(chosen)
    for (const value of values) {
      if (isChosen) next.add(value)
      else next.delete(value)
    }
    onChange(next)
  }

  return (
    <fieldset
      // The margin keeps the error in view when a checkbox gets the focus.
      className="grid grid-cols-1 gap-5 **:[[role=checkbox]]:scroll-mt-24"
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="mb-2 text-sm font-medium text-gray-800">{legend}</legend>
      {error && (
        <p
          id={errorId}
          role="alert"
          className="flex gap-1.5 text-sm font-medium text-danger-700 before:font-bold before:content-['!']"
        >
          {error}
        </p>
      )}
      {groups.map(({ name, options }, index) => {
        const values = options.map(({ value }) => value)
        const count = values.filter((value) => chosen.has(value)).length
        return (
          <fieldset key={name}>
            <legend className="sr-only">{name}</legend>
            <Checkbox
              {...(index === 0 && { ref: first })}
              label={<span className="font-medium">All {name.toLowerCase()}</span>}
              checked={count === values.length}
              indeterminate={count > 0 && count < values.length}
              onCheckedChange={(isChosen) => choose(values, isChosen)}
            />
            <div className="ms-8 grid grid-cols-1 gap-x-6 lg:grid-cols-2">
              {options.map(({ value, says }) => (
                <Checkbox
                  key={value}
                  label={
                    <span className="block py-1.5">
                      <code className="font-mono text-sm">{value}</code>
                      <span className="block text-sm text-gray-600">{says}</span>
                    </span>
                  }
                  checked={chosen.has(value)}
                  onCheckedChange={(isChosen) => choose([value], isChosen)}
                />
              ))}
            </div>
          </fieldset>
        )
      })}
    </fieldset>
  )
}
