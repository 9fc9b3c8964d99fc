import { useState } from 'react'
import { controlLook } from '#site/ui/field.tsx'
import { Setting } from '#site/articles/writing/settings/setting.tsx'
import { fromLocalInput, toLocalInput, tomorrowMorning, untilText, zoneName } from './when.ts'

type Props = {
  later: boolean
  at: string
  /** False when it can only be done later, or only now. */
  choose: boolean
  problem: string | undefined
  onChange(later: boolean, at: string): void
}

/** Now, or at a time by the viewer's own clock. */
export function WhenField({ later, at, choose, problem, onChange }: Props) {
  // How long it is from now need not tick.
  const [now] = useState(() => new Date())
  const moment = fromLocalInput(at)
  const option = (value: boolean, name: string) => (
    <label className="flex min-h-11 flex-1 cursor-pointer items-center gap-2.5 rounded-md px-3 ring-1 ring-gray-300 ring-inset has-checked:bg-primary-50 has-checked:ring-2 has-checked:ring-primary-600">
      <input
        type="radio"
        name="when"
        className="size-4 accent-primary-700"
        checked={later === value}
        onChange={() => onChange(value, at || toLocalInput(tomorrowMorning(now)))}
      />
      {name}
    </label>
  )
  return (
    <div className="grid gap-4">
      {choose && (
        <fieldset>
          <legend className="sr-only">When</legend>
          <div className="flex gap-3">
            {option(false, 'Now')}
            {option(true, 'Later')}
          </div>
        </fieldset>
      )}
      {later && (
        <Setting
          label="Day and time"
          problem={problem}
          hint={
            <>
              By your clock ({zoneName()}){moment && moment > now ? `, ${untilText(moment, now)}` : ''}.
            </>
          }
        >
          {(ids) => (
            <input
              {...ids}
              type="datetime-local"
              required
              min={toLocalInput(now)}
              value={at}
              onChange={({ currentTarget }) => onChange(true, currentTarget.value)}
              className={`min-h-11 ${controlLook}`}
            />
          )}
        </Setting>
      )}
    </div>
  )
}
