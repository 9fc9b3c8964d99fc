import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AdminPlan } from '#contract/membership/membership-admin.ts'
import { couponDurations } from '#contract/membership/states.ts'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { NativeSelect, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { toast } from '#site/ui/toast.tsx'
import { checkCoupon } from './admin-coupon-draft.ts'
import { durationNames } from './admin-labels.ts'
import { formatPlan } from './format-membership.ts'

const fieldNames = ['code', 'percentOff', 'amountOff', 'currency', 'months', 'plan', 'maxRedemptions', 'expiresAt']
const kinds = [
  { value: 'percent', label: 'Percentage' },
  { value: 'amount', label: 'Amount' },
] as const

export function NewCoupon({ plans }: { plans: readonly AdminPlan[] }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button>
          <Icon name="plus" size={18} />
          New coupon
        </Button>
      }
      title="New coupon"
    >
      <CouponForm plans={plans} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function CouponForm({ plans, onDone }: { plans: readonly AdminPlan[]; onDone(): void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [duration, setDuration] = useState<(typeof couponDurations)[number]>('once')

  async function create(values: Record<string, string>): Promise<FormProblem | undefined> {
    const checked = checkCoupon(values, { kind, duration })
    if ('problems' in checked) return { fields: checked.problems }
    try {
      const { code } = await api('POST /api/admin/membership/coupons', { body: checked.coupon })
      onDone()
      void toast({ tone: 'success', title: `${code} created` })
      await revalidate()
      return undefined
    } catch (error) {
      return toFieldProblem(error, fieldNames)
    }
  }

  return (
    <Form submit="Create coupon" onSubmit={create}>
      <TextField
        name="code"
        label="Code"
        required
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        hint="What people enter, such as SPRING-25. Capital letters make no difference."
      />
      <RadioGroup legend="Discount" options={kinds} value={kind} onChange={(value) => setKind(value)} />
      {kind === 'percent' ? (
        <TextField name="percentOff" label="Percent off" required inputMode="numeric" autoComplete="off" dir="ltr" />
      ) : (
        <div className="grid grid-cols-2 items-start gap-5">
          <TextField name="amountOff" label="Amount off" required inputMode="decimal" autoComplete="off" dir="ltr" />
          <TextField
            name="currency"
            label="Currency"
            required
            maxLength={3}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            defaultValue={(plans[0]?.currency ?? 'usd').toUpperCase()}
          />
        </div>
      )}
      <RadioGroup
        legend="Applies to"
        options={couponDurations.map((value) => ({ value, label: durationNames[value] }))}
        value={duration}
        onChange={(value) => setDuration(value)}
      />
      {duration === 'months' && (
        <TextField name="months" label="Months" required inputMode="numeric" autoComplete="off" hint="From 1 to 36." />
      )}
      <NativeSelect
        name="plan"
        label="Plan"
        required
        options={[
          { value: '', label: 'All plans' },
          ...plans.map((plan) => ({ value: plan.id, label: formatPlan(plan) })),
        ]}
        defaultValue=""
      />
      <TextField
        name="maxRedemptions"
        label="Number of uses"
        inputMode="numeric"
        autoComplete="off"
        hint="Leave blank for no limit."
      />
      <TextField name="expiresAt" label="Last day" type="date" hint="Leave blank if it doesn’t expire." />
    </Form>
  )
}
