import { MAX_FOOTER_LINKS, MAX_FOOTER_TEXT, MAX_NAVIGATION_LINKS } from '#contract/settings/limits.ts'
import { ownLinks } from '#site/chrome/nav-links.ts'
import { usePageData } from '#site/page.ts'
import { LinksField } from './links-field.tsx'
import { Setting, SettingForm, SettingTextField } from './setting-form.tsx'
import type { settingsData } from './settings-data.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export default function NavigationPage() {
  const form = useSettingsForm(usePageData<typeof settingsData>(), ['navigation', 'footer'])
  const { draft, set } = form
  const { navigation, footer } = draft
  return (
    <SettingsFrame title="Navigation and footer">
      <SettingForm form={form}>
        <Setting
          form={form}
          of="navigation"
          says="The links in the header, and in the menu of phones. New pages of the software appear by themselves while the site’s own links are used."
        >
          <LinksField
            legend="Navigation"
            value={navigation}
            own={ownLinks.main}
            most={MAX_NAVIGATION_LINKS}
            onChange={(links) => set({ navigation: links })}
          />
        </Setting>
        <Setting form={form} of="footer" says="The text and the links at the end of every page.">
          <div className="grid grid-cols-1 gap-5">
            <SettingTextField
              part="text"
              name="footer-text"
              label="Footer text"
              hint="Beside the name of the site. Leave blank to show the tagline."
              maxLength={MAX_FOOTER_TEXT}
              dir="auto"
              value={footer.text}
              onValueChange={(text) => set({ footer: { ...footer, text } })}
            />
            <LinksField
              legend="Footer links"
              path="links."
              value={footer.links}
              own={ownLinks.footer}
              most={MAX_FOOTER_LINKS}
              onChange={(links) => set({ footer: { ...footer, links } })}
            />
          </div>
        </Setting>
      </SettingForm>
    </SettingsFrame>
  )
}
