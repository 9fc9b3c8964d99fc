import { useEffect, useState } from 'react'
import type { OwnMembership } from '#contract/membership/membership.ts'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { Row, Section } from '#site/identity/account/section.tsx'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { NativeSelect, TextArea, TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { listCountries, nameCountry } from './countries.ts'

type Props = { own: OwnMembership; onChange(own: OwnMembership): void }

/** What future receipts print about the buyer. */
export function BillingSection({ own, onChange }: Props) {
  const { name, address, country: code, taxId } = own.billing
  const country = useCountryName(code)
  const lines = [name, ...address.split('\n'), country, taxId && `Tax number ${taxId}`].filter(Boolean)
  return (
    <Section id="billing" title="Billing details" about="Printed on your future receipts.">
      <Row
        title={lines.length === 0 ? 'No details yet' : <bdi>{lines[0]}</bdi>}
        detail={
          lines.length > 1 ? (
            <span className="whitespace-pre-line" dir="auto">
              {lines.slice(1).join('\n')}
            </span>
          ) : undefined
        }
        action={<BillingDialog own={own} onChange={onChange} tone="quiet" />}
      />
    </Section>
  )
}

/** The code at first: the server may know another name than the browser. */
function useCountryName(code: string) {
  const [name, setName] = useState(code)
  useEffect(() => setName(nameCountry(code)), [code])
  return name
}

/** Opened by a button: `plain` beside the button that buys, `quiet` in a section. */
export function BillingDialog({ own: { billing }, onChange, tone = 'plain' }: Props & { tone?: 'plain' | 'quiet' }) {
  const [open, setOpen] = useState(false)
  const hasDetails = Object.values(billing).some(Boolean)

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button tone={tone} size="sm" className={tone === 'plain' ? '-ms-3.5' : ''}>
          {hasDetails ? 'Change billing details' : 'Add billing details'}
        </Button>
      }
      title="Billing details"
      description="Printed on your future receipts. Receipts that you already have stay as they are."
    >
      <BillingForm
        billing={billing}
        onSaved={(changed) => {
          setOpen(false)
          onChange(changed)
        }}
      />
    </Dialog>
  )
}

type FormProps = { billing: OwnMembership['billing']; onSaved(own: OwnMembership): void }

function BillingForm({ billing, onSaved }: FormProps) {
  const api = useApi()

  async function save({ name = '', address = '', country = '', taxId = '' }: Record<string, string>) {
    try {
      onSaved(await api('PUT /api/membership/billing', { body: { name, address, country, taxId } }))
      return undefined
    } catch (error) {
      return toFieldProblem(error, ['name', 'address', 'country', 'taxId'])
    }
  }

  return (
    <Form submit="Save" onSubmit={save}>
      <TextField name="name" label="Name or company" maxLength={120} defaultValue={billing.name} dir="auto" />
      <TextArea name="address" label="Address" maxLength={500} rows={3} defaultValue={billing.address} dir="auto" />
      <NativeSelect
        name="country"
        label="Country"
        options={[{ value: '', label: 'Not given' }, ...listCountries()]}
        defaultValue={billing.country}
      />
      <TextField
        name="taxId"
        label="Tax number"
        hint="For example your VAT number."
        maxLength={40}
        defaultValue={billing.taxId}
        dir="ltr"
        autoComplete="off"
      />
    </Form>
  )
}
