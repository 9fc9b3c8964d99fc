import { useState } from 'react'
import type { BackupSchedule, Backups } from '#contract/backup.ts'
import { Refusal } from '#contract/errors.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { NativeSelect, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'

const MAX_KEEP = 365
const intervals = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
] as const
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }))

type Props = {
  schedule: Backups['schedule']
  onSave(schedule: Backups['schedule']): Promise<void>
}

export function ScheduleForm({ schedule, onSave }: Props) {
  const [version, setVersion] = useState(schedule.version)
  const [shown, setShown] = useState(schedule.version)
  // Saved by this form: the next change is based on it.
  if (schedule.version !== shown) {
    setShown(schedule.version)
    setVersion(schedule.version)
  }

  async function save(values: Record<string, string>): Promise<FormProblem | undefined> {
    const keep = Number(values['keep'])
    if (!Number.isInteger(keep) || keep < 1 || keep > MAX_KEEP)
      return { fields: { keep: `Enter a number from 1 to ${MAX_KEEP}.` } }
    const every = intervals.find(({ value }) => value === values['every'])?.value ?? 'off'
    try {
      await onSave({ every, hour: Number(values['hour']), keep, version })
      await toast({ title: 'Schedule saved', tone: 'success' })
      return undefined
    } catch (error) {
      const current = conflictOf(error)
      if (!current) return { message: errorMessage(error) }
      setVersion(current.version)
      return {
        message: `Someone else has changed the schedule to: ${describeSchedule(current)}. Your values are still here. Save again to use them instead.`,
      }
    }
  }

  return (
    <Form
      submit="Save schedule"
      tone="quiet"
      onSubmit={save}
      beside={<p className="text-sm text-gray-600">Older scheduled backups are deleted.</p>}
    >
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        <NativeSelect name="every" label="Back up" options={intervals} defaultValue={schedule.every} required />
        <NativeSelect name="hour" label="At (UTC)" options={hours} defaultValue={String(schedule.hour)} required />
        <TextField
          name="keep"
          label="Keep the last"
          type="number"
          min={1}
          max={MAX_KEEP}
          defaultValue={schedule.keep}
          required
        />
      </div>
    </Form>
  )
}

export function describeSchedule({ every, hour, keep }: BackupSchedule) {
  const interval = intervals.find(({ value }) => value === every)?.label.toLowerCase() ?? every
  return every === 'off' ? 'off' : `${interval} at ${formatHour(hour)} UTC, keeping ${keep}`
}

function formatHour(hour: number) {
  return `${String(hour).padStart(2, '0')}:00`
}

/** The schedule that someone else has saved meanwhile. */
function conflictOf(error: unknown): Backups['schedule'] | null {
  if (!(error instanceof Refusal) || error.code !== 'version-conflict') return null
  const { every, hour, keep, version } = Object(error.details['current'])
  const interval = intervals.find(({ value }) => value === every)?.value
  return interval ? { every: interval, hour: Number(hour), keep: Number(keep), version: String(version) } : null
}
