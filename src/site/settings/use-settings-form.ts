import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import type { SettingChanges, SettingKey, Settings, StoredSettings } from '#contract/settings/settings.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi, useBoot } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { applyTheme } from './apply-theme.ts'
import { settingKeys } from './describe-setting.ts'

/** `id` is that of its text, and `part` the path of the wrong value inside the setting, such as `6.to` in a list of links. */
export type SettingProblem = { id: string; message: string; part: string }

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** The draft of some settings. Sends only what was changed, with the versions that it is based on. */
export function useSettingsForm(loaded: StoredSettings, keys: readonly SettingKey[]) {
  const api = useApi()
  const { base } = useBoot()
  const { revalidate } = useRevalidator()
  const [stored, setStored] = useState(loaded)
  const [draft, setDraft] = useState(loaded.values)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [problems, setProblems] = useState<Partial<Record<string, SettingProblem>>>({})
  const [theirs, setTheirs] = useState<StoredSettings | null>(null)

  const changed = keys.filter((key) => isDifferent(key, draft, stored.values))

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
      const changes = toChanges(draft)
      for (const key of settingKeys) if (!changed.includes(key)) delete changes[key]
      const versions = Object.fromEntries(changed.map((key) => [key, stored.versions[key] ?? 0]))
      const saved = await api('PATCH /api/admin/settings', { body: { changes, versions } })
      setStored(saved)
      // What was entered during the request stays.
      setDraft((now) => ({ ...saved.values, ...pick(now, (key) => isDifferent(key, now, draft)) }))
      setTheirs(null)
      applyTheme(saved.values.accent, base)
      // The header and the footer of this page.
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

  /** Saving again then replaces what the other admin has saved for the keys that were changed here, and no others. */
  function keepMine() {
    if (theirs) {
      setStored(theirs)
      setDraft({ ...theirs.values, ...pick(draft, (key) => changed.includes(key)) })
    }
    setTheirs(null)
    setMessage(null)
  }

  /** Shows the last known saved values, which may be those of another admin. */
  function discard() {
    const latest = theirs ?? stored
    setStored(latest)
    setDraft(latest.values)
    setTheirs(null)
    setMessage(null)
    setProblems({})
  }

  const conflicts = theirs ? changed.filter((key) => isDifferent(key, theirs.values, stored.values)) : []
  return {
    draft,
    defaults: stored.defaults,
    set,
    save,
    isBusy,
    isChanged: changed.length > 0,
    message,
    problems,
    conflicts,
    theirs,
    keepMine,
    discard,
  }
}

/** Compared as they are sent: a picture that was processed meanwhile is the same one. */
function isDifferent(key: SettingKey, one: Settings, other: Settings) {
  return JSON.stringify(toChanges(one)[key]) !== JSON.stringify(toChanges(other)[key])
}

function pick(values: Settings, isPicked: (key: SettingKey) => boolean) {
  return Object.fromEntries(settingKeys.filter(isPicked).map((key) => [key, values[key]]))
}

/** Pictures are sent by the id of the library. */
function toChanges({ logo, icon, socialCards, ...others }: Settings): SettingChanges {
  return {
    ...others,
    logo: logo?.media ?? null,
    icon: icon?.media ?? null,
    socialCards: { ...socialCards, picture: socialCards.picture?.media ?? null },
  }
}

function isConflict(error: unknown) {
  return error instanceof Refusal && error.code === 'version-conflict'
}

/** The first message for each setting. */
function problemsOf(error: unknown): Record<string, SettingProblem> {
  if (!(error instanceof Refusal) || error.code !== 'invalid' || !Array.isArray(error.details['issues'])) return {}
  const issues: { path: string[]; message: string }[] = error.details['issues']
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => {
      const key = path[2] ?? path.at(-1) ?? ''
      return [key, { id: `error-${key.replace('.', '-')}`, message, part: path.slice(3).join('.') }]
    }),
  )
}
