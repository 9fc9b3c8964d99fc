import { useEffect, useRef, useState } from 'react'
import type { MembershipOffer, OwnMembership, Plan } from '#contract/membership/membership.ts'
import { isTestMode } from '#contract/membership/states.ts'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { FocusFirst } from '#site/identity/account/focus.tsx'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useApi, useShell } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { NativeSelect, TextArea, TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { BillingDialog } from './billing-section.tsx'
import { type CheckoutDraft, readDraft, updateDraft } from './checkout-draft.ts'
import { formatPrice, isolate } from './format-membership.ts'
import type { BuyerProps } from './join.tsx'
import { openAddress } from './open-address.ts'
import { TermsNote } from './terms-note.tsx'
import { useRequestIds } from './use-request-ids.ts'

type Props = BuyerProps & { offer: MembershipOffer }

/** Buys a code for another person. A code is for one person, so that group plans are not offered. */
export function GiveMembership({ offer: { plans, provider }, own, onChange }: Props) {
  const draft = useGiftDraft()
  const [isOpened, setIsOpened] = useState(false)
  const offered = plans.filter(({ seats, price }) => seats === 1 && price > 0)
  if (offered.length === 0) return null
  return (
    <section aria-labelledby="give" className="rounded-lg border border-gray-200 bg-white p-6">
      <Icon name="gift" size={28} className="text-primary-700" />
      <h2 id="give" className="mt-3 font-serif text-lg leading-snug font-semibold">
        Give a membership
      </h2>
      <p className="mt-1.5 mb-5 text-pretty text-gray-600">
        You pay once and get a code to pass on. {!isTestMode(provider) && 'We can email it for you. '}Nothing renews.
      </p>
      {!own && (
        <ButtonLink to={withNext('/auth/newauth', '/membership')} tone="quiet">
          Sign in to give one
        </ButtonLink>
      )}
      {own && isOpened && (
        <FocusFirst>
          <GiftForm plans={offered} own={own} onChange={onChange} />
        </FocusFirst>
      )}
      {own && !isOpened && draft && <GiftForm plans={offered} first={draft} own={own} onChange={onChange} />}
      {own && !isOpened && !draft && (
        <Button tone="quiet" onClick={() => setIsOpened(true)}>
          Choose a gift
        </Button>
      )}
    </section>
  )
}

type GiftDraft = NonNullable<CheckoutDraft['gift']>

/** The gift that the person began to enter, and has not paid. */
function useGiftDraft() {
  const personId = useShell().viewer?.id ?? null
  const [draft, setDraft] = useState<GiftDraft | null>(null)
  useEffect(() => {
    if (personId) setDraft(readDraft(personId).gift ?? null)
  }, [personId])
  return draft
}

type FormProps = {
  plans: readonly Plan[]
  first?: GiftDraft
  own: OwnMembership
  onChange(own: OwnMembership): void
}

function GiftForm({ plans, first, own, onChange }: FormProps) {
  const api = useApi()
  const box = useRef<HTMLDivElement>(null)
  const personId = useShell().viewer?.id ?? ''
  const requestId = useRequestIds()
  const isTest = isTestMode(own.provider)

  function keep() {
    const form = box.current?.querySelector('form')
    const fields = form ? [...new FormData(form)] : []
    const texts = fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
    updateDraft(personId, { gift: Object.fromEntries(texts) })
  }

  async function buy({ plan = '', recipientName = '', recipientEmail = '', message = '' }: Record<string, string>) {
    const gift = { plan, recipientName, recipientEmail: recipientEmail.trim(), message }
    if (!isTest && message.trim() && !gift.recipientEmail)
      return { fields: { message: 'Enter their email address, so that we can send your message, or remove it.' } }
    try {
      const request = requestId(...Object.values(gift))
      const { url } = await api('POST /api/membership/gifts/checkout', { body: { ...gift, request } })
      return await openAddress(url)
    } catch (error) {
      return toFieldProblem(error, ['recipientName', 'recipientEmail', 'message'])
    }
  }

  return (
    <div ref={box} className="grid grid-cols-1 gap-4">
      <Form submit="Continue to payment" onSubmit={buy} onChange={keep}>
        <NativeSelect
          name="plan"
          label="Gift"
          required
          options={plans.map(({ id, name, period, price, currency }) => ({
            value: id,
            label: `1 ${period} of ${isolate(name)}, ${formatPrice(price, currency)}`,
          }))}
          defaultValue={plans.find(({ id }) => id === first?.['plan'])?.id ?? plans[0]?.id ?? ''}
        />
        <TextField
          name="recipientName"
          label="Their name"
          maxLength={80}
          dir="auto"
          autoComplete="off"
          defaultValue={first?.['recipientName']}
        />
        <TextField
          name="recipientEmail"
          label="Their email address"
          type="email"
          maxLength={320}
          dir="ltr"
          autoComplete="off"
          defaultValue={first?.['recipientEmail']}
          hint={
            isTest
              ? 'In test mode no email is sent. You find the code on this page.'
              : 'We email the code there once it is paid. Leave blank to pass it on yourself.'
          }
        />
        <TextArea
          name="message"
          label="Your message"
          maxLength={500}
          rows={3}
          dir="auto"
          defaultValue={first?.['message'] ?? ''}
          hint={!isTest && 'We send it with the code, in the same email.'}
        />
      </Form>
      <div className="justify-self-start">
        <BillingDialog own={own} onChange={onChange} />
      </div>
      <TermsNote by="buying" />
    </div>
  )
}
