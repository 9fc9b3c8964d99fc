import { useId } from 'react'
import { type SubscribedEventType, webhookEventGroups } from '#contract/webhooks/event-types.ts'
import { Checkbox } from '#site/ui/checkbox.tsx'

type Props = {
  chosen: ReadonlySet<SubscribedEventType>
  onChange(chosen: Set<SubscribedEventType>): void
  error: string | null
}

/** One checkbox per event, and one per group that selects all of it. */
export function EventChoice({ chosen, onChange, error }: Props) {
  const errorId = useId()

  function choose(types: readonly SubscribedEventType[], isChosen: boolean) {
    const next = new Set(chosen)
    for (const type of types) {
      if (isChosen) next.add(type)
      else next.delete(type)
    }
    onChange(next)
  }

  return (
    <fieldset className="grid grid-cols-1 gap-5" aria-describedby={error ? errorId : undefined}>
      <legend className="text-sm font-medium text-gray-800">Events</legend>
      {error && (
        <p id={errorId} role="alert" className="text-sm font-medium text-danger-700">
          {error}
        </p>
      )}
      {webhookEventGroups.map(({ name, events }) => {
        const types = events.map(({ type }) => type)
        const count = types.filter((type) => chosen.has(type)).length
        return (
          <fieldset key={name}>
            <legend className="sr-only">{name}</legend>
            <Checkbox
              label={<span className="font-medium">All {name.toLowerCase()}</span>}
              checked={count === types.length}
              indeterminate={count > 0 && count < types.length}
              onCheckedChange={(isChosen) => choose(types, isChosen)}
            />
            <div className="ms-8 grid grid-cols-1 gap-x-6 lg:grid-cols-2">
              {events.map(({ type, says }) => (
                <Checkbox
                  key={type}
                  label={
                    <span className="block py-1.5">
                      <code className="font-mono text-sm">{type}</code>
                      <span className="block text-sm text-gray-600">{says}</span>
                    </span>
                  }
                  checked={chosen.has(type)}
                  onCheckedChange={(isChosen) => choose([type], isChosen)}
                />
              ))}
            </div>
          </fieldset>
        )
      })}
    </fieldset>
  )
}
