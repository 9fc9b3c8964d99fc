import { useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { EarnRule } from '#contract/rewards/kinds.ts'
import type { AdminRule } from '#contract/rewards/rewards-admin.ts'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { Section } from '#site/identity/account/section.tsx'
import { useApi } from '#site/page.ts'
import { useSavedVersion } from '#site/admin/use-saved-version.ts'
import { Conflict } from '#site/admin/values.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { LeaveDialog } from '#site/ui/leave-dialog.tsx'
import { toast } from '#site/ui/toast.tsx'
import { formatBerries, ruleTexts } from './labels.ts'

type Props = { rule: AdminRule; onUnsaved(kind: EarnRule, isUnsaved: boolean): void }

/** One earning rule. After a conflict with another admin, their values are shown and the input is kept. */
function RuleForm({ rule, onUnsaved }: Props) {
  const { kind } = rule
  const { name, about } = ruleTexts[kind]
  const api = useApi()
  const { revalidate } = useRevalidator()
  const saved = useSavedVersion(rule)
  const { start, version, theirs } = saved
  const [enabled, setEnabled] = useState(rule.enabled)

  useEffect(() => onUnsaved(kind, saved.isChanged), [onUnsaved, kind, saved.isChanged])

  function showRule(current: AdminRule) {
    saved.show(current)
    setEnabled(current.enabled)
  }

  async function save({ amount = '', dailyCap = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (Number(amount) > Number(dailyCap)) return { fields: { dailyCap: 'Enter at least as many as each time.' } }
    try {
      const body = { amount: Number(amount), dailyCap: Number(dailyCap), enabled, version }
      showRule(await api('PUT /api/admin/rewards/rules/{kind}', { params: { kind }, body }))
      await revalidate()
      await toast({ title: `“${name}” saved` })
    } catch (error) {
      if (!saved.showConflict(error)) return toFieldProblem(error, ['amount', 'dailyCap'])
    }
    return undefined
  }

  return (
    <Section id={`rule-${kind}`} title={name} about={about}>
      <Form submit={theirs ? 'Save mine' : 'Save'} onSubmit={save} onChange={saved.noteChange} beside={<span />}>
        {theirs && (
          <Conflict
            values={[
              ['Berries', formatBerries(theirs.amount)],
              ['Daily cap', formatBerries(theirs.dailyCap)],
              ['On', theirs.enabled ? 'Yes' : 'No'],
            ]}
            onUse={() => showRule(theirs)}
          />
        )}
        <div key={saved.shown} className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <TextField
            name="amount"
            label="Berries each time"
            required
            type="number"
            inputMode="numeric"
            min={0}
            max={10_000}
            step={1}
            defaultValue={start.amount}
          />
          <TextField
            name="dailyCap"
            label="Daily cap"
            hint="The most that a person earns by this rule in a day: at least as many as each time."
            required
            type="number"
            inputMode="numeric"
            min={0}
            max={100_000}
            step={1}
            defaultValue={start.dailyCap}
          />
        </div>
        <Checkbox
          label="People earn berries with this rule"
          checked={enabled}
          onCheckedChange={(checked) => {
            setEnabled(checked)
            saved.noteChange()
          }}
        />
      </Form>
    </Section>
  )
}

/** One dialog for all forms: the router supports one at a time. */
export function RuleForms({ rules }: { rules: readonly AdminRule[] }) {
  const [unsaved, setUnsaved] = useState<readonly EarnRule[]>([])
  const note = useCallback(
    (kind: EarnRule, isUnsaved: boolean) =>
      setUnsaved((before) => [...before.filter((one) => one !== kind), ...(isUnsaved ? [kind] : [])]),
    [],
  )
  return (
    <div className="mt-6">
      <p className="mb-6 max-w-reading text-gray-600">
        A change applies from now on. Berries that people have earned stay theirs.
      </p>
      <LeaveDialog isChanged={unsaved.length > 0} />
      {rules.map((rule) => (
        <RuleForm key={rule.kind} rule={rule} onUnsaved={note} />
      ))}
    </div>
  )
}
