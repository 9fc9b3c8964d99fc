import { useId, useState } from 'react'
import { usePageData } from '#site/page.ts'
import { controlLook } from '#site/ui/field.tsx'
import { NumberField } from './number-field.tsx'
import { Setting, SettingForm, SettingTextField, settingLabel, useInvalid } from './setting-form.tsx'
import type { settingsData } from './settings-data.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export default function MembershipSettingsPage() {
  const form = useSettingsForm(usePageData<typeof settingsData>(), [
    'membership.freeStories',
    'membership.graceDays',
    'membership.creatorShare',
    'membership.seller',
  ])
  const { draft, set } = form
  const seller = draft['membership.seller']
  const setSeller = (changes: Partial<typeof seller>) => set({ 'membership.seller': { ...seller, ...changes } })
  return (
    <SettingsFrame
      title="Membership"
      lead="What readers get without membership, what happens when a payment fails, and what receipts say."
    >
      <SettingForm form={form}>
        <h2 className="font-serif text-xl font-semibold">Reading</h2>
        <Setting
          form={form}
          of="membership.freeStories"
          says="Each reader and visitor can open this many members’ stories in full each month. 0 for none."
        >
          <NumberField
            of="membership.freeStories"
            label="Free members’ stories a month"
            most={100}
            value={draft['membership.freeStories']}
            onChange={(count) => set({ 'membership.freeStories': count })}
          />
        </Setting>
        <h2 className="font-serif text-xl font-semibold">Payments</h2>
        <Setting
          form={form}
          of="membership.graceDays"
          says="Members keep reading for this many days after a payment has failed. The membership ends after that. From 1 to 60."
        >
          <NumberField
            of="membership.graceDays"
            label="Grace period in days"
            least={1}
            most={60}
            value={draft['membership.graceDays']}
            onChange={(days) => set({ 'membership.graceDays': days })}
          />
        </Setting>
        <Setting
          form={form}
          of="membership.creatorShare"
          says="Percent of the membership revenue that creators share each month, by the stories that members finish."
        >
          <NumberField
            of="membership.creatorShare"
            label="Creators’ share of revenue"
            most={100}
            value={draft['membership.creatorShare']}
            onChange={(share) => set({ 'membership.creatorShare': share })}
          />
        </Setting>
        <h2 className="font-serif text-xl font-semibold">Receipts</h2>
        <Setting
          form={form}
          of="membership.seller"
          says="Printed on new receipts. Prices include the tax: with 19 percent, a receipt for 11.90 shows 1.90 of tax."
        >
          <div className="grid grid-cols-1 gap-5">
            <SettingTextField
              name="seller-name"
              part="name"
              label="Seller"
              hint="The person or company that sells memberships. Leave blank to use the name of the site."
              maxLength={120}
              dir="auto"
              value={seller.name}
              onValueChange={(name) => setSeller({ name })}
            />
            <AddressField value={seller.address} onChange={(address) => setSeller({ address })} />
            <SettingTextField
              name="seller-country"
              part="country"
              label="Country code"
              hint="Two letters, such as DE."
              maxLength={2}
              autoCapitalize="characters"
              dir="ltr"
              value={seller.country}
              onValueChange={(country) => setSeller({ country: country.toUpperCase() })}
            />
            <SettingTextField
              name="seller-tax-id"
              part="taxId"
              label="Tax number of the seller"
              maxLength={40}
              dir="ltr"
              value={seller.taxId}
              onValueChange={(taxId) => setSeller({ taxId })}
            />
            <SettingTextField
              name="seller-email"
              part="email"
              label="Email address for questions about payments"
              type="email"
              maxLength={320}
              dir="ltr"
              value={seller.email}
              onValueChange={(email) => setSeller({ email })}
            />
            <SettingTextField
              name="seller-tax-name"
              part="taxName"
              label="Name of the tax"
              hint="Such as VAT or GST."
              maxLength={20}
              value={seller.taxName}
              onValueChange={(taxName) => setSeller({ taxName })}
            />
            <PercentField value={seller.taxPercent} onChange={(taxPercent) => setSeller({ taxPercent })} />
          </div>
        </Setting>
      </SettingForm>
    </SettingsFrame>
  )
}

function AddressField({ value, onChange }: { value: string; onChange(address: string): void }) {
  const id = useId()
  const invalid = useInvalid('address')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={settingLabel}>
        Address of the seller <span className="font-normal text-gray-500">(optional)</span>
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={500}
        dir="auto"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...invalid}
        className={`py-2.5 field-sizing-content ${controlLook}`}
      />
    </div>
  )
}

function PercentField({ value, onChange }: { value: number; onChange(percent: number): void }) {
  const id = useId()
  const invalid = useInvalid('taxPercent')
  // As it was typed, such as “7.” on the way to 7.7.
  const [text, setText] = useState(String(value))
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={settingLabel}>
        Tax rate in percent
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        required
        min={0}
        max={50}
        step="any"
        value={Number(text) === value && text !== '' ? text : String(value)}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          onChange(currentTarget.valueAsNumber || 0)
        }}
        {...invalid}
        className={`min-h-11 max-w-32 ${controlLook}`}
      />
      <p className="text-sm text-gray-600">0 if you charge no tax.</p>
    </div>
  )
}
