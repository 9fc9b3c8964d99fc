import { useState } from 'react'
import { controlLook } from '#site/ui/field.tsx'
import { Setting } from '#site/articles/writing/settings/setting.tsx'
import { fromLocalInput, toLocalInput, getTomorrowMorning, formatTimeUntil, getTimeZoneName } from './schedule-time.ts'

type Props = {
  later: boolean
  at: string
  /** False when only one of now and later is possible. */
  choose: boolean
  problem: string | undefined
  onChange(later: boolean, at: string): void
}

/** Now, or at a time in the viewer's time zone. */
export function ScheduleField({ later, at, choose, problem, onChange }: Props) {
  // The remaining time does not need to tick.
  const [now] = useState(() => new Date())
  const moment = fromLocalInput(at)
  const option = (value: boolean, name: string) => (
    <label className="flex min-h-11 flex-1 cursor-pointer items-center gap-2.5 rounded-md px-3 ring-1 ring-gray-300 ring-inset has-checked:bg-primary-50 has-checked:ring-2 has-checked:ring-primary-600">
      <input
        type="radio"
        name="when"
        className="size-4 accent-primary-700"
        checked={later === value}
        onChange={() => onChange(value, at || toLocalInput(getTomorrowMorning(now)))}
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
          label="Date and time"
          problem={problem}
          hint={
            <>
              Your time zone: {getTimeZoneName()}.
              {moment && moment > now ? ` Publishes ${formatTimeUntil(moment, now)}.` : ''}
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
