import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import type { AdminPlan } from '#contract/membership/membership-admin.ts'
import { planPeriods } from '#contract/membership/states.ts'
import { ConflictNotice, conflictOf } from '#site/banners/conflict-notice.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { useApi } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { LeaveDialog } from '#site/ui/leave-dialog.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { toast } from '#site/ui/toast.tsx'
import { MAX_BENEFITS, type PlanDraft, checkDraft, newDraft, toDraft } from './admin-plan-draft.ts'
import { formatPlanPrice } from './format-membership.ts'
import { periodNames } from './labels.ts'
import { TestNotice } from './test-notice.tsx'
import { useRequestIds } from './use-request-ids.ts'

const LIST = '/admin/membership/plans'
const IN_USE = 'It can’t be changed while the plan has members.'
const fieldNames = ['name', 'description', 'price', 'currency', 'trialDays', 'seats', 'benefits']

type Props = { plan: AdminPlan | null; provider: PaymentProviderName }

/** Creates or changes a plan. */
export function PlanForm({ plan, provider }: Props) {
  const api = useApi()
  const navigate = useNavigate()
  /** The saved version that the input is based on. */
  const [base, setBase] = useState(plan)
  const [draft, setDraft] = useState<PlanDraft>(() => (plan ? toDraft(plan) : newDraft))
  const [isChanged, setIsChanged] = useState(false)
  const [theirs, setTheirs] = useState<AdminPlan | null>(null)
  // Fields read their default once.
  const [round, setRound] = useState(0)
  const isSaved = useRef(false)
  // A repeated attempt after a lost answer adds one plan.
  const requestId = useRequestIds()

  function change(changes: Partial<PlanDraft>) {
    setDraft((old) => ({ ...old, ...changes }))
    setIsChanged(true)
  }

  async function save(): Promise<FormProblem | undefined> {
    const checked = checkDraft(draft)
    if ('problems' in checked) return { fields: checked.problems }
    // A second click while the list loads must not add the plan twice.
    if (isSaved.current) return undefined
    try {
      if (base) {
        const body = { ...checked.fields, archived: base.archived, version: base.version }
        await api('PUT /api/admin/membership/plans/{id}', { params: { id: base.id }, body })
      } else {
        const body = { ...checked.fields, request: requestId(JSON.stringify(checked.fields)) }
        await api('POST /api/admin/membership/plans', { body })
      }
    } catch (error) {
      const current = conflictOf(error, isPlan)
      if (!current) return toFieldProblem(error, fieldNames)
      setTheirs(current)
      return undefined
    }
    isSaved.current = true
    setIsChanged(false)
    void toast({ tone: 'success', title: base ? 'Plan saved' : 'Plan created' })
    await navigate(LIST)
    return undefined
  }

  function useTheirs(current: AdminPlan) {
    setBase(current)
    setDraft(toDraft(current))
    setIsChanged(false)
    setTheirs(null)
    setRound(round + 1)
  }

  return (
    <div className="max-w-2xl py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold wrap-anywhere">
        {plan ? (
          <>
            Edit “<bdi>{plan.name}</bdi>”
          </>
        ) : (
          'New plan'
        )}
      </h1>
      <div className="mt-4 empty:hidden">
        <TestNotice provider={provider} />
      </div>
      {base !== null && base.members > 0 && (
        <p className="mt-3 text-gray-600">
          A new price applies to people who join later. The {base.members.toLocaleString('en')}{' '}
          {base.members === 1 ? 'member' : 'members'} of this plan keep their price. To change the billing or the
          currency, archive this plan and create another one.
        </p>
      )}
      <div className="mt-6" key={round}>
        <Form
          submit={plan ? 'Save' : 'Create plan'}
          onSubmit={save}
          beside={
            <ButtonLink to={LIST} tone="plain">
              Cancel
            </ButtonLink>
          }
        >
          {theirs && (
            <ConflictNotice
              what="plan"
              onKeepMine={() => {
                setBase(theirs)
                setTheirs(null)
              }}
              onUseTheirs={() => useTheirs(theirs)}
            >
              <PlanVersion plan={theirs} />
            </ConflictNotice>
          )}
          <PlanInputs draft={draft} hasMembers={base !== null && base.members > 0} onChange={change} />
        </Form>
      </div>
      <LeaveDialog isChanged={isChanged} />
    </div>
  )
}

type InputProps = { draft: PlanDraft; hasMembers: boolean; onChange(changes: Partial<PlanDraft>): void }

function PlanInputs({ draft, hasMembers, onChange }: InputProps) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        maxLength={60}
        dir="auto"
        autoComplete="off"
        defaultValue={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        hint="Such as “Reader” or “Supporter”."
      />
      <TextArea
        name="description"
        label="Description"
        rows={2}
        maxLength={300}
        dir="auto"
        defaultValue={draft.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <fieldset disabled={hasMembers}>
        <RadioGroup
          legend="Billing"
          options={planPeriods.map((value) => ({ value, label: periodNames[value] }))}
          value={draft.period}
          onChange={(period) => onChange({ period })}
        />
      </fieldset>
      <Columns>
        <TextField
          name="price"
          label={`Price for each ${draft.period}`}
          required
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          defaultValue={draft.price}
          onChange={({ currentTarget }) => onChange({ price: currentTarget.value })}
          hint="Such as 5 or 4.99, tax included."
        />
        <TextField
          name="currency"
          label="Currency"
          required
          maxLength={3}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          disabled={hasMembers}
          defaultValue={draft.currency}
          onChange={({ currentTarget }) => onChange({ currency: currentTarget.value })}
          hint={hasMembers ? IN_USE : 'Three letters, such as USD, EUR or JPY.'}
        />
      </Columns>
      <Columns>
        <TextField
          name="trialDays"
          label="Free trial in days"
          required
          inputMode="numeric"
          autoComplete="off"
          defaultValue={draft.trialDays}
          onChange={({ currentTarget }) => onChange({ trialDays: currentTarget.value })}
          hint="0 for no trial. Each person gets one trial."
        />
        <TextField
          name="seats"
          label="Seats"
          required
          inputMode="numeric"
          autoComplete="off"
          defaultValue={draft.seats}
          onChange={({ currentTarget }) => onChange({ seats: currentTarget.value })}
          hint="People who can use one membership, its owner included."
        />
      </Columns>
      <TextArea
        name="benefits"
        label="Benefits"
        rows={4}
        dir="auto"
        defaultValue={draft.benefits}
        onChange={({ currentTarget }) => onChange({ benefits: currentTarget.value })}
        hint={`One on each line, up to ${MAX_BENEFITS}.`}
      />
    </>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">{children}</div>
}

function PlanVersion({ plan }: { plan: AdminPlan }) {
  const { name, description, trialDays, seats, benefits, archived } = plan
  const rest = [`${trialDays} trial days`, `seats: ${seats}`, archived && 'archived']
  return (
    <div className="grid gap-1 wrap-anywhere">
      <p dir="auto" className="font-medium">
        {name}
      </p>
      {description && <p dir="auto">{description}</p>}
      <p>
        {formatPlanPrice(plan)} · {rest.filter(Boolean).join(' · ')}
      </p>
      {benefits.length > 0 && <p dir="auto">{benefits.join(' · ')}</p>}
    </div>
  )
}

function isPlan(value: unknown): value is AdminPlan {
  return typeof value === 'object' && value !== null && 'benefits' in value && 'version' in value
}
