import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import type { SettingChanges, SettingKey, Settings, StoredSettings } from '#contract/settings/settings.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { settingKeys } from './describe-setting.ts'

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** The draft of some settings. Sends only what was changed, with the versions that it is based on. */
export function useSettingsForm(loaded: StoredSettings, keys: readonly SettingKey[]) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [stored, setStored] = useState(loaded)
  const [draft, setDraft] = useState(loaded.values)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [theirs, setTheirs] = useState<StoredSettings | null>(null)

  const changed = keys.filter((key) => !isSame(draft[key], stored.values[key]))
  const isChanged = changed.length > 0
  useLeaveWarning(isChanged)

  function set(changes: Partial<Settings>) {
    setDraft((before) => ({ ...before, ...changes }))
    setProblems((before) => ({ ...before, ...Object.fromEntries(Object.keys(changes).map((key) => [key, undefined])) }))
  }

  async function save() {
    if (isBusy) return
    setIsBusy(true)
    setMessage(null)
    setProblems({})
    try {
      const versions = Object.fromEntries(changed.map((key) => [key, stored.versions[key] ?? 0]))
      const body = { changes: changesOf(draft, changed), versions }
      const saved = await api('PATCH /api/admin/settings', { body })
      setStored(saved)
      setDraft(saved.values)
      setTheirs(null)
      // The header, the footer and the theme of this page.
      await revalidate()
      await toast({ tone: 'success', title: 'Settings saved' })
    } catch (error) {
      if (isConflict(error)) setTheirs(await api('GET /api/admin/settings').catch(() => null))
      const found = problemsOf(error)
      setProblems(found)
      setMessage(Object.keys(found).length > 0 ? 'Check the highlighted fields.' : errorMessage(error))
    } finally {
      setIsBusy(false)
    }
  }

  /** Saving again then replaces what the other admin has saved. */
  function keepMine() {
    if (theirs) setStored(theirs)
    setTheirs(null)
    setMessage(null)
  }

  function takeTheirs() {
    if (theirs) {
      setStored(theirs)
      setDraft(theirs.values)
    }
    setTheirs(null)
    setMessage(null)
  }

  const conflicts = theirs ? changed.filter((key) => !isSame(theirs.values[key], stored.values[key])) : []
  return {
    draft,
    defaults: stored.defaults,
    set,
    save,
    isBusy,
    isChanged,
    message,
    problems,
    conflicts,
    theirs,
    keepMine,
    takeTheirs,
    discard: () => setDraft(stored.values),
  }
}

/** Compared as JSON, as they are sent. */
function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Pictures are sent by the id of the library. */
function changesOf(draft: Settings, keys: readonly SettingKey[]): SettingChanges {
  const { logo, icon, socialCards, ...others } = draft
  const changes: SettingChanges = {
    ...others,
    logo: logo?.media ?? null,
    icon: icon?.media ?? null,
    socialCards: { ...socialCards, picture: socialCards.picture?.media ?? null },
  }
  for (const key of settingKeys) if (!keys.includes(key)) delete changes[key]
  return changes
}

function isConflict(error: unknown) {
  return error instanceof Refusal && error.code === 'version-conflict'
}

/** The first message for each setting. */
function problemsOf(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal) || error.code !== 'invalid' || !Array.isArray(error.details['issues'])) return {}
  const issues: { path: string[]; message: string }[] = error.details['issues']
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[2] ?? path.at(-1) ?? '', message]))
}

function useLeaveWarning(isChanged: boolean) {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}
