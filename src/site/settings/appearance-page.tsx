import { usePageData } from '#site/page.ts'
import { AccentField } from './accent-field.tsx'
import { Setting, SettingForm } from './setting-form.tsx'
import { SettingPictureField } from './setting-picture-field.tsx'
import type { settingsData } from './settings-data.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export default function AppearancePage() {
  const form = useSettingsForm(usePageData<typeof settingsData>(), ['logo', 'icon', 'accent'])
  const { draft, set } = form
  return (
    <SettingsFrame title="Appearance">
      <SettingForm form={form}>
        <Setting
          form={form}
          of="logo"
          says="In the header instead of the name. At most 160 by 36 pixels are shown; a wide PNG with a transparent background looks best."
        >
          <SettingPictureField
            legend="Logo"
            value={draft.logo}
            onChange={(logo) => set({ logo })}
            look="h-9 w-auto max-w-40 object-contain"
          />
        </Setting>
        <Setting
          form={form}
          of="icon"
          says="In browser tabs and on home screens. A square picture of at least 512 pixels."
        >
          <SettingPictureField
            legend="Icon"
            value={draft.icon}
            onChange={(icon) => set({ icon })}
            look="size-16 object-contain"
          />
        </Setting>
        <Setting
          form={form}
          of="accent"
          says="For links, buttons and marks. It must be dark enough to be readable on white."
        >
          <AccentField value={draft.accent} onChange={(accent) => set({ accent })} />
        </Setting>
      </SettingForm>
    </SettingsFrame>
  )
}
