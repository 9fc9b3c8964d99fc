import { usePageData } from '#site/page.ts'
import { Setting, SettingForm, SettingTextField } from './setting-form.tsx'
import type { settingsData } from './settings-data.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export default function GeneralPage() {
  const form = useSettingsForm(usePageData<typeof settingsData>(), ['name', 'tagline'])
  const { draft, set } = form
  return (
    <SettingsFrame title="General">
      <SettingForm form={form}>
        <Setting form={form} of="name" says="In the header, in page titles, in emails and on social cards.">
          <SettingTextField
            name="name"
            label="Name"
            required
            maxLength={60}
            dir="auto"
            value={draft.name}
            onValueChange={(name) => set({ name })}
          />
        </Setting>
        <Setting form={form} of="tagline" says="One line about the site, in the footer and for search engines.">
          <SettingTextField
            name="tagline"
            label="Tagline"
            maxLength={160}
            dir="auto"
            value={draft.tagline}
            onValueChange={(tagline) => set({ tagline })}
          />
        </Setting>
      </SettingForm>
    </SettingsFrame>
  )
}
