import { useRevalidator } from 'react-router'
import type { StorageSettings } from '#contract/storage.ts'
import { useApi } from '#site/page.ts'
import { useSavedVersion } from '#site/admin/use-saved-version.ts'
import { Conflict, SetByEnvironment } from '#site/admin/values.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { LeaveDialog } from '#site/ui/leave-dialog.tsx'
import { toast } from '#site/ui/toast.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'

const names = ['uploadMb', 'personMb', 'siteMb'] as const
type Name = (typeof names)[number]

const labels: Record<Name, string> = {
  uploadMb: 'Largest file, in MB',
  personMb: 'Space for each person, in MB',
  siteMb: 'Space for the whole site, in MB',
}

/** After a conflict with another admin, both versions are shown and the input is kept. */
export function StorageLimitsForm({ storage }: { storage: StorageSettings }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { start, version, theirs, shown, show, showConflict, isChanged, noteChange } = useSavedVersion(storage)
  const { limits } = start

  async function save(values: Record<string, string>) {
    const wrong = names.filter((name) => limits[name].setBy === null && !isLimit(values[name] ?? ''))
    if (wrong.length > 0) {
      const message = 'Enter a whole number of megabytes, or leave it blank.'
      return { fields: Object.fromEntries(wrong.map((name) => [name, message])) }
    }
    const limitOf = (name: Name) => {
      if (limits[name].setBy !== null) return limits[name].stored
      const text = (values[name] ?? '').trim()
      return text === '' ? null : Number(text)
    }
    const body = { uploadMb: limitOf('uploadMb'), personMb: limitOf('personMb'), siteMb: limitOf('siteMb'), version }
    try {
      show(await api('PUT /api/admin/storage/limits', { body }))
      await revalidate()
      await toast({ title: 'Limits saved' })
    } catch (error) {
      if (!showConflict(error)) return toFieldProblem(error, names)
    }
  }

  const editable = names.filter((name) => limits[name].setBy === null)
  const fixed = names.flatMap((name) => {
    const { setBy, inUse } = limits[name]
    const value = describeLimit(inUse)
    return setBy === null ? [] : <SetByEnvironment key={name} variable={setBy} values={[[labels[name], value]]} />
  })
  return (
    <div className="grid grid-cols-1 gap-5">
      {fixed}
      {editable.length > 0 && (
        <Form submit="Save" onSubmit={save} onChange={noteChange} beside={<span />}>
          <LeaveDialog isChanged={isChanged} />
          {theirs && (
            <Conflict
              values={editable.map((name) => [labels[name], describeLimit(theirs.limits[name].inUse)] as const)}
              onUse={() => show(theirs)}
            />
          )}
          {editable.map((name) => (
            <TextField
              key={`${name} ${shown}`}
              name={name}
              label={labels[name]}
              hint={`Leave it blank for the default: ${describeLimit(limits[name].default)}.`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              defaultValue={limits[name].stored === null ? '' : String(limits[name].stored)}
              dir="ltr"
            />
          ))}
        </Form>
      )}
    </div>
  )
}

const isLimit = (text: string) => /^\s*\d*\s*$/.test(text)

function describeLimit(megabytes: number | null) {
  return megabytes === null ? 'no limit' : `${megabytes.toLocaleString('en')} MB`
}
