import { useState } from 'react'
import { Refusal } from '#contract/errors.ts'
import type { ModerationRules, StoredRules } from '#contract/moderation/moderation.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { toast } from '#site/ui/toast.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { RulesTest } from './rules-test.tsx'

type Draft = {
  holdFirst: ModerationRules['holdFirst']
  words: string
  domains: string
  maxLinks: string
  reportsToHold: string
}

function draftOf({ holdFirst, blockedWords, blockedDomains, maxLinks, reportsToHold }: ModerationRules): Draft {
  return {
    holdFirst,
    words: blockedWords.join('\n'),
    domains: blockedDomains.join('\n'),
    maxLinks: String(maxLinks),
    reportsToHold: String(reportsToHold),
  }
}

function rulesOf({ holdFirst, words, domains, maxLinks, reportsToHold }: Draft): ModerationRules {
  const lines = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])
  const number = (text: string) => Math.min(100, Math.max(0, Math.trunc(Number(text) || 0)))
  return {
    holdFirst,
    blockedWords: lines(words),
    blockedDomains: lines(domains),
    maxLinks: number(maxLinks),
    reportsToHold: number(reportsToHold),
  }
}

const holdFirst = [
  { value: 'never', label: 'Never' },
  { value: 'new', label: 'Only from accounts younger than a day', hint: 'The default.' },
  { value: 'always', label: 'Always' },
] as const

/** The rules that hold responses. The test box uses them as they are here, saved or not. */
export function RulesForm({ stored }: { stored: StoredRules }) {
  const api = useApi()
  const [draft, setDraft] = useState(() => draftOf(stored.rules))
  const [version, setVersion] = useState(stored.version)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [other, setOther] = useState<ModerationRules | null>(null)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))

  async function save() {
    setBusy(true)
    setProblem('')
    try {
      const saved = await api('PUT /api/admin/moderation/rules', { body: { rules: rulesOf(draft), version } })
      setVersion(saved.version)
      setDraft(draftOf(saved.rules))
      setOther(null)
      await toast({ tone: 'success', title: 'Rules saved. They apply to new responses now.' })
    } catch (error) {
      setProblem(errorMessage(error))
      if (error instanceof Refusal && error.code === 'version-conflict') await loadOther()
    } finally {
      setBusy(false)
    }
  }

  /** Saving again overwrites the other version, which is shown below. */
  async function loadOther() {
    const current = await api('GET /api/admin/moderation/rules')
    setOther(current.rules)
    setVersion(current.version)
  }

  const { defaults } = stored
  return (
    <div className="mt-6 grid max-w-reading gap-8">
      <form
        method="post"
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save()
        }}
      >
        {problem && <Banner tone="danger">{problem}</Banner>}
        {other && <OtherVersion rules={other} onUse={() => setDraft(draftOf(other))} />}
        <RadioGroup
          legend="Hold the first response of a person"
          options={holdFirst}
          value={draft.holdFirst}
          onChange={(value) => change({ holdFirst: value })}
        />
        <Area
          label="Blocked words"
          hint="One per line. Responses with one of them are held. Whole words match in any case, with accents and look-alike letters. Write scam* for words that start with it, *scam* for any place, and ~scam to match s.c.a.m too. Chinese, Japanese and Thai match anywhere. Default: none."
          value={draft.words}
          onChange={(words) => change({ words })}
        />
        <Area
          label="Blocked domains"
          hint="One per line, such as spam.example. Subdomains match too. Default: none."
          value={draft.domains}
          onChange={(domains) => change({ domains })}
        />
        <NumberField
          label="Links allowed"
          hint={`Responses with more links are held. Default: ${defaults.maxLinks}.`}
          value={draft.maxLinks}
          onChange={(maxLinks) => change({ maxLinks })}
        />
        <NumberField
          label="Reports that hold a response"
          hint={`A response with this many open reports is held until an editor decides. 0 for never. Default: ${defaults.reportsToHold}.`}
          value={draft.reportsToHold}
          onChange={(reportsToHold) => change({ reportsToHold })}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            Save rules
          </Button>
          <Button tone="quiet" onClick={() => setDraft(draftOf(defaults))}>
            Use the defaults
          </Button>
        </div>
      </form>
      <RulesTest rules={() => rulesOf(draft)} />
    </div>
  )
}

function OtherVersion({ rules, onUse }: { rules: ModerationRules; onUse(): void }) {
  const { words, domains } = draftOf(rules)
  return (
    <section className="rounded-md border border-warning-200 p-4 text-sm">
      <h2 className="font-semibold">The saved rules now</h2>
      <p className="mt-1">Your changes are still below. Save again to replace these rules, or use them instead.</p>
      <dl className="mt-2 grid gap-1">
        <dt className="font-medium">Blocked words</dt>
        <dd className="whitespace-pre-line">{words || 'None'}</dd>
        <dt className="font-medium">Blocked domains</dt>
        <dd className="whitespace-pre-line">{domains || 'None'}</dd>
        <dt className="font-medium">First responses, links, reports</dt>
        <dd>
          {holdFirst.find(({ value }) => value === rules.holdFirst)?.label}, {rules.maxLinks}, {rules.reportsToHold}
        </dd>
      </dl>
      <div className="mt-3">
        <Button tone="quiet" size="sm" onClick={onUse}>
          Use the saved rules
        </Button>
      </div>
    </section>
  )
}

type FieldProps = { label: string; hint: string; value: string; onChange(value: string): void }

function Area({ label, hint, value, onChange }: FieldProps) {
  return (
    <label className="grid gap-1.5">
      <span className="text-sm font-medium text-gray-800">{label}</span>
      <textarea
        rows={5}
        dir="auto"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`max-h-80 py-2.5 field-sizing-content ${controlLook}`}
      />
      <span className="text-sm text-gray-600">{hint}</span>
    </label>
  )
}

function NumberField({ label, hint, value, onChange }: FieldProps) {
  return (
    <label className="grid gap-1.5">
      <span className="text-sm font-medium text-gray-800">{label}</span>
      <input
        type="number"
        min={0}
        max={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`min-h-11 max-w-32 ${controlLook}`}
      />
      <span className="text-sm text-gray-600">{hint}</span>
    </label>
  )
}
